// What a device reaches, and what share of it a row does (--roofline).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/run/ceilings.hpp"
#include "app/run/roof_file.hpp"

namespace gputest {

/// The ceilings of devices: measured once, kept in a file of the user's (roof_file.hpp), and found
/// there by later runs. Each is what this program's own kernels reach:
///
///   memory, and caches     the faster of memory_copy and memory_dot, by the bytes of their arrays:
///                          from 64 KiB to four times the largest cache, but no more than 256 MiB,
///                          on the host's processors 64 MiB
///   fused multiply-adds    roofline_fma --fmas=1024, in fp32 and in fp64
///   square roots           roofline_rsqrt --rsqrts=256, reciprocal, in fp32 and in fp64
///   shared memory          memory_bank --stride=1
///   launches               memory_launch --launches=10
class Roofs {
 public:
  /// `anew`: what is kept is measured again.
  Roofs(const Registry& registry, bool anew) : ceilings_(registry), anew_(anew) {}

  /// The ceiling that the row comes nearest to, of those that its problem is known to need; none
  /// where the row has no timing, or no ceiling is known. Where the row is faster than a ceiling,
  /// the device is measured up to three times more; if it is faster still, it shows by itself what
  /// the device can do, and is the ceiling. So no share is more than 1. Throws Error(interrupted).
  std::optional<Bound> bound_of(Device& device, const Problem& problem, const ResultRow& row);

 private:
  DeviceRoofs& of(Device& device);
  DeviceRoofs measured(Device& device);

  Ceilings ceilings_;
  bool anew_;
  std::map<std::string, DeviceRoofs> known_;  ///< by the devices' ids
};

}  // namespace gputest

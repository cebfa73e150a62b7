// Ceilings of a device, and the share of them that a row reaches (--roofline).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/run/ceilings.hpp"
#include "app/run/roof_file.hpp"

namespace gputest {

/// The ceilings of devices: measured once and kept in a file of the user (roof_file.hpp), where
/// later runs find them. Each is the speed that one of this program's kernels reaches:
///
///   memory, and caches     the faster of memory_copy and memory_dot, by the bytes of their arrays:
///                          from 64 KiB to four times the largest cache, but at most 256 MiB, or
///                          64 MiB on the host's processors
///   fused multiply-adds    roofline_fma --fmas=1024, in fp32 and in fp64
///   square roots           roofline_rsqrt --rsqrts=256, reciprocal, in fp32 and in fp64
///   shared memory          memory_bank --stride=1
///   launches               memory_launch --launches=10
class Roofs {
 public:
  /// `remeasure`: measure kept ceilings again.
  Roofs(const Registry& registry, bool remeasure) : ceilings_(registry), remeasure_(remeasure) {}

  /// The ceiling that the row comes nearest to, among those that its problem needs. None if the row
  /// has no timing, or no ceiling is known. If the row is faster than a ceiling, the device is
  /// measured up to three times more; if the row is still faster, its speed becomes the ceiling. So
  /// no share is above 1. Throws Error(interrupted).
  std::optional<Bound> bound_of(Device& device, const Problem& problem, const ResultRow& row);

 private:
  DeviceRoofs& of(Device& device);
  DeviceRoofs measured(Device& device);

  Ceilings ceilings_;
  bool remeasure_;
  std::map<std::string, DeviceRoofs> known_;  ///< by device id
};

}  // namespace gputest

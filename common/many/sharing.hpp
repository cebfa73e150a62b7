// How a family's particles are divided among devices, of which each reads some of the others'.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/many/part.hpp"

namespace gputest::many {

/// A problem whose first input has x y z w of every particle.
struct WholeProblem {
  Assignment assignment;
  std::vector<HostArray> inputs;

  std::uint64_t n() const { return assignment.arguments.items; }
};

/// The particles that a device has, by their numbers in the whole problem: those whose results it
/// computes, and behind them others', its ghosts.
struct Holding {
  std::vector<std::uint32_t> own, ghosts;

  std::uint64_t count() const { return own.size() + ghosts.size(); }
};

/// What a device computes of its own particles, or of some of them.
struct MemberWork {
  bool reads_ghosts = true;
  std::string kernel;
  Configuration configuration;
  KernelSignature signature;
  std::vector<HostArray> inputs;  ///< but the first, which is of the particles of its holding
};

/// Threads per block of a member's kernel that takes 128 and 64; 0 on the processor, which has
/// none.
inline std::uint32_t member_block(const DeviceInfo& device) {
  if (is_processor(device)) return 0;
  return device.max_block != 0 && device.max_block < 128 ? 64 : 128;
}

/// A family's way. Every rank asks it for all devices, and gets the same.
class Sharing {
 public:
  virtual ~Sharing() = default;
  /// Each device's own particles, about as many as `counts` says and one at least.
  virtual std::vector<std::vector<std::uint32_t>> divided(
      const WholeProblem& problem, const std::vector<std::uint64_t>& counts) const = 0;
  /// Whether every device reads all of the others' particles; then ghosts_of() is not called.
  virtual bool reads_all() const { return false; }
  /// The others' particles that a device reads, in any order, each once.
  virtual std::vector<std::uint32_t> ghosts_of(const WholeProblem&,
                                               const std::vector<std::uint32_t>& /*own*/) const {
    return {};
  }
  /// How often particles may be somewhere else before they are divided anew; 0: as long as the
  /// other inputs are the same.
  virtual std::uint32_t uploads_of_a_division() const { return 0; }
  virtual std::string kernel_on(const DeviceInfo& device) const = 0;
  /// One kernel or, where some of the particles need no ghosts, two: the first, which reads none,
  /// runs while these come, and what it writes of other particles the second writes over.
  virtual std::vector<MemberWork> work_on(const DeviceInfo& device, const WholeProblem& problem,
                                          const Holding& holding) const = 0;
};

}  // namespace gputest::many

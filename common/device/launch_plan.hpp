// The steps of a launch, as data. They are decided once, when a kernel is bound to its arguments.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "common/texts/instance.hpp"

namespace gputest {

/// One enqueue of a kernel or of another operation such as clearing memory; or a series of them,
/// such as the wavefronts of a sweep.
struct Pass {
  std::string name;                      ///< "gravity_tiled", "clear sums"
  std::array<std::uint64_t, 3> grid{};   ///< blocks (work-groups); zeros if not a kernel
  std::array<std::uint32_t, 3> block{};  ///< threads per block (work-items per group)
  std::uint64_t shared_bytes = 0;        ///< dynamic shared memory per block
  texts::Instance instance = {};         ///< the kernel, if compiled from a text
  std::uint64_t times = 1;  ///< enqueues in a series; `grid` is then their largest grid
};

/// The time of a pass of a launch, from the end of the pass before.
struct PassTime {
  std::string pass;  ///< its name; a repeated pass has one entry for all repetitions
  double seconds = 0;
};

/// The passes of one launch in order, and the division of the work. Shown in the row, in JSON and
/// by `describe`.
struct LaunchPlan {
  std::vector<Pass> passes;
  /// The kernel author's names for the shape of the work: {"bodies_per_thread", 12}, {"splits", 4}.
  std::vector<std::pair<std::string, std::uint64_t>> parameters;
  std::uint64_t scratch_bytes = 0;  ///< device memory in addition to inputs and outputs
};

}  // namespace gputest

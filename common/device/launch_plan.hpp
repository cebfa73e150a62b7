// What a launch does, as data: decided once, when a kernel is bound to its arguments.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "common/texts/instance.hpp"

namespace gputest {

/// One enqueue: of a kernel, or of something that the API has for it, such as clearing memory; or a
/// series of them, as of the wavefronts of a sweep.
struct Pass {
  std::string name;                      ///< "gravity_tiled", "clear sums"
  std::array<std::uint64_t, 3> grid{};   ///< blocks (work-groups); zeros for what is no kernel
  std::array<std::uint32_t, 3> block{};  ///< threads per block (work-items per group)
  std::uint64_t shared_bytes = 0;        ///< dynamic shared memory per block
  texts::Instance instance = {};         ///< the kernel, where it is a text's
  std::uint64_t times = 1;  ///< enqueues of a series, of whose grids `grid` is the largest
};

/// What a pass of a launch took, from the end of the one before.
struct PassTime {
  std::string pass;  ///< its name; of one that is enqueued again and again, of all of it
  double seconds = 0;
};

/// What one launch enqueues, in order, and how the work was cut. It is kept in the row, in JSON and
/// in `describe`.
struct LaunchPlan {
  std::vector<Pass> passes;
  /// What the kernel's author calls the shape of the work: {"bodies_per_thread", 12}, {"splits",
  /// 4}.
  std::vector<std::pair<std::string, std::uint64_t>> parameters;
  std::uint64_t scratch_bytes = 0;  ///< device memory beside inputs and outputs
};

}  // namespace gputest

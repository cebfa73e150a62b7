// The request of a call to a gravity kernel: which bodies' forces to compute, and whether to leave
// room for other kernels.
#pragma once

#include <cstdint>

#include "common/device/kernel_call.hpp"

namespace gputest {

/// Result k belongs to body first + k of the arrays, for k < count. The first n bodies pull.
struct GravityTargets {
  std::uint32_t first, count;
};

/// The property of a launch that yields: more urgent kernels wait for multiprocessors, and it frees
/// some before it ends.
constexpr const char* kYields = "yields";

/// Whether the call names its targets.
inline bool has_targets(const KernelCall& call) {
  for (const Specialization& one : call.specializations)
    if (one.name == "targets") return true;
  return false;
}

/// The targets of the call: all n bodies or, with the specialization `targets`, those that its
/// scalars first_target and targets name. They may follow the bodies that pull.
inline GravityTargets gravity_targets(const KernelCall& call) {
  if (has_targets(call))
    return {call.scalar<std::uint32_t>("first_target"), call.scalar<std::uint32_t>("targets")};
  return {0, call.scalar<std::uint32_t>("n")};
}

}  // namespace gputest

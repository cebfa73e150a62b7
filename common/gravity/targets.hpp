// What a call asks of a gravity kernel: the forces of which bodies, and to leave room for others.
#pragma once

#include <cstdint>

#include "common/device/kernel_call.hpp"

namespace gputest {

/// Result k is of body first + k of the arrays, for k < count. The bodies that pull are the first
/// n.
struct GravityTargets {
  std::uint32_t first, count;
};

/// The property of a launch among whose blocks more urgent kernels wait for multiprocessors: it
/// leaves them some before it ends.
constexpr const char* kYields = "yields";

/// Whether the call names its targets.
inline bool has_targets(const KernelCall& call) {
  for (const Specialization& one : call.specializations)
    if (one.name == "targets") return true;
  return false;
}

/// Those of the call: all n bodies or, where the call has the specialization `targets`, those that
/// its scalars first_target and targets name. They may stand behind the bodies that pull.
inline GravityTargets gravity_targets(const KernelCall& call) {
  if (has_targets(call))
    return {call.scalar<std::uint32_t>("first_target"), call.scalar<std::uint32_t>("targets")};
  return {0, call.scalar<std::uint32_t>("n")};
}

}  // namespace gputest

// The catalogue of the API "hip".
#pragma once

#include "common/run/own_kernel.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// Adds the API "hip": its platforms' devices and kernels.
void register_hip(Registry& registry);

/// Adds a user's kernel in HIP; its family must exist. An error in its manifest disables only this
/// kernel.
void add_own_hip_kernel(Registry& registry, const OwnKernel& own);

}  // namespace gputest

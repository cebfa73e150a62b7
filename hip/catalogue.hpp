// The catalogue of the API "hip".
#pragma once

#include "common/run/own_kernel.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// Adds the API "hip": its platforms' devices and kernels.
void register_hip(Registry& registry);

/// Adds a kernel of the user's own in HIP, whose family there is. What is wrong with its manifest
/// is its fault.
void add_own_hip_kernel(Registry& registry, const OwnKernel& own);

}  // namespace gputest

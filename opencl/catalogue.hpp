// The catalogue of the API "opencl".
#pragma once

#include "common/run/own_kernel.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// Adds the API "opencl": its devices and kernels.
void register_opencl(Registry& registry);

/// Adds a kernel of the user's own in OpenCL C, whose family there is. What is wrong with its
/// manifest is its fault.
void add_own_opencl_kernel(Registry& registry, const OwnKernel& own);

}  // namespace gputest

// The catalogue of the API "opencl".
#pragma once

#include "common/run/own_kernel.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// Adds the API "opencl": its devices and kernels.
void register_opencl(Registry& registry);

/// Adds a user's kernel in OpenCL C; its family must exist. Errors in its manifest become the
/// kernel's fault.
void add_own_opencl_kernel(Registry& registry, const OwnKernel& own);

}  // namespace gputest

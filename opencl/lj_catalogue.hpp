// The part of OpenCL's catalogue that holds the kernels over neighbours.
#pragma once

#include "common/run/registry.hpp"

namespace gputest::opencl {

/// After the back end is in the registry.
void register_lj(Registry& registry);

}  // namespace gputest::opencl

// The catalogue of the API "opencl".
#pragma once

#include "common/run/registry.hpp"

namespace gputest {

/// Adds the API "opencl": its devices and kernels.
void register_opencl(Registry& registry);

}  // namespace gputest

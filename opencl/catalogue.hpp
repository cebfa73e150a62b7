// The catalogue of the API "opencl".
#pragma once

#include "common/run/registry.hpp"

namespace gputest {

void register_opencl(Registry& registry);

}  // namespace gputest

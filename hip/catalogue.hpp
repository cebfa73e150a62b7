// The catalogue of the API "hip".
#pragma once

#include "common/run/registry.hpp"

namespace gputest {

/// Adds the API "hip": its platforms' devices and kernels.
void register_hip(Registry& registry);

}  // namespace gputest

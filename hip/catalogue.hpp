// The catalogue of the API "hip".
#pragma once

#include "common/run/registry.hpp"

namespace gputest {

void register_hip(Registry& registry);

}  // namespace gputest

// The catalogue of the API "cpu".
#pragma once

#include "common/run/registry.hpp"

namespace gputest {

void register_cpu(Registry& registry);

}  // namespace gputest

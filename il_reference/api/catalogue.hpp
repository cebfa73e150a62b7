// The catalogue of the API "il".
#pragma once

#include "common/run/registry.hpp"

namespace gputest {

void register_il(Registry& registry);

}  // namespace gputest

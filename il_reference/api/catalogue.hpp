// The catalogue of the API "il".
#pragma once

#include "common/run/registry.hpp"

namespace gputest {

/// Adds the API "il": its devices and kernels.
void register_il(Registry& registry);

}  // namespace gputest

// The algorithms that kernels may implement.
#pragma once

#include "common/run/registry.hpp"

namespace gputest {

void register_algorithms(Registry& registry);

}  // namespace gputest

// The algorithms that kernels may implement.
#pragma once

#include "common/core/registry.hpp"

namespace gputest {

void register_algorithms(Registry& registry);

}  // namespace gputest

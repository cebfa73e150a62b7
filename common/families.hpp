// The families that kernels may be of.
#pragma once

#include "common/run/registry.hpp"

namespace gputest {

void register_families(Registry& registry);

}  // namespace gputest

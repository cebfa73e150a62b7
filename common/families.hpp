// The families that kernels may be of.
#pragma once

#include "common/run/registry.hpp"

namespace gputest {

/// Adds every family.
void register_families(Registry& registry);

}  // namespace gputest

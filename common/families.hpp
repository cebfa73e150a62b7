// The families that kernels may be of.
#pragma once

#include "common/run/registry.hpp"

namespace gputest {

/// Adds every family: the folders of common/ with a family.cpp (cmake/families.cmake).
void register_families(Registry& registry);

}  // namespace gputest

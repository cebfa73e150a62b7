// The catalogue of the API "il".
#pragma once

#include "common/run/own_kernel.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// Adds the API "il": its devices and kernels.
void register_il(Registry& registry);

/// Adds a kernel of the user's own in IL. Throws Error(bad_input) for one of a family that has none
/// in IL. What is wrong with its manifest is its fault.
void add_own_il_kernel(Registry& registry, const OwnKernel& own);

}  // namespace gputest

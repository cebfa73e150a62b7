// The catalogue of the API "il".
#pragma once

#include "common/run/own_kernel.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// Adds the API "il": its devices and kernels.
void register_il(Registry& registry);

/// Adds a user's kernel in IL. Throws Error(bad_input) if its family has no kernels in IL. An error
/// in its manifest disables only this kernel.
void add_own_il_kernel(Registry& registry, const OwnKernel& own);

}  // namespace gputest

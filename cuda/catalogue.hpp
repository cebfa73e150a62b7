// The catalogue of the API "cuda".
#pragma once

#include "common/run/registry.hpp"

namespace gputest {

/// Adds the API "cuda": its devices and kernels.
void register_cuda(Registry& registry);

}  // namespace gputest

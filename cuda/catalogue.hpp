// The catalogue of the API "cuda".
#pragma once

#include "common/core/registry.hpp"

namespace gputest {

void register_cuda(Registry& registry);

}  // namespace gputest

// The catalogue of the API "cuda".
#pragma once

#include "common/run/registry.hpp"

namespace gputest {

void register_cuda(Registry& registry);

}  // namespace gputest

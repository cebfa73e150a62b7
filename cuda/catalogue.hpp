// The catalogue of the API "cuda".
#pragma once

#include "common/run/own_kernel.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// Adds the API "cuda": its devices and kernels.
void register_cuda(Registry& registry);

/// Adds a kernel of the user's own in CUDA, whose family there is. What is wrong with its manifest
/// is its fault.
void add_own_cuda_kernel(Registry& registry, const OwnKernel& own);

}  // namespace gputest

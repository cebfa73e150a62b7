// The catalogue of the API "cuda".
#pragma once

#include "common/run/own_kernel.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// Adds the API "cuda": its devices and kernels.
void register_cuda(Registry& registry);

/// Adds a user's kernel in CUDA; its family must exist. Errors in its manifest become the kernel's
/// fault.
void add_own_cuda_kernel(Registry& registry, const OwnKernel& own);

}  // namespace gputest

// Kernels of the user's own in C++, compiled by the system's compiler.
#pragma once

#include "common/run/own_kernel.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// Adds a kernel of the API "cpu", whose family there is. What is wrong with its manifest is its
/// fault.
void add_own_cpu_kernel(Registry& registry, const OwnKernel& own);

}  // namespace gputest

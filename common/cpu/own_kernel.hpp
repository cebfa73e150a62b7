// User's kernels in C++, compiled by the system's compiler.
#pragma once

#include "common/run/own_kernel.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// Adds a kernel of the API "cpu"; its family must exist. An error in its manifest becomes its
/// fault.
void add_own_cpu_kernel(Registry& registry, const OwnKernel& own);

}  // namespace gputest

// `gputest describe --target`: the code that a compiler of the r600 family makes of OpenCL kernels.
#pragma once

#include <string>
#include <vector>

#include "common/run/registry.hpp"

namespace gputest {

/// Compiles the kernels of the API opencl for the target, in their default layout, block and axes
/// and every precision. Prints each pass's registers, bundles and inner loop, or the compiler's
/// error if it does not compile. Throws Error(usage) if no kernel belongs to the API or the target
/// is unknown, and Error(unavailable) if no pass compiles.
Status describe_target(const std::vector<const Kernel*>& kernels, const Problem& problem,
                       const std::string& target, bool json);

}  // namespace gputest

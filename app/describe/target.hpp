// `gputest describe --target`: what a compiler of the r600 family makes of an OpenCL kernel.
#pragma once

#include <string>
#include <vector>

#include "common/run/registry.hpp"

namespace gputest {

/// Compiles those of the kernels that are of the API opencl for the target, in their own layout,
/// block and axes and every precision, and prints each pass's registers, bundles and inner loop. A
/// pass that does not compile has the compiler's complaint in their place. Throws Error(usage)
/// where no kernel is of the API or the target is none, and Error(unavailable) where no pass
/// compiles.
Status describe_target(const std::vector<const Kernel*>& kernels, const Problem& problem,
                       const std::string& target, bool json);

}  // namespace gputest

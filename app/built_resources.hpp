// What the kernels in this program take of their GPUs, as the build found it.
#pragma once

#include <string>
#include <vector>

#include "common/codeobject/loaded_kernel.hpp"
#include "common/codeobject/resource_table.hpp"

namespace gputest {

/// Every instance of every kernel that is compiled for a GPU, target by target.
const std::vector<ResourceRow>& built_resources();

/// What the run-time libraries of this build say of the program's kernels that share their code
/// with the kernel of that name (all: ""), as loaded on each library's first device. Empty where
/// there is no such library or no device; what a library cannot tell is left out.
std::vector<LoadedKernel> loaded_kernels(const std::string& kernel);

}  // namespace gputest

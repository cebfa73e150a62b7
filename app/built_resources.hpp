// What the kernels in this program take of their GPUs, as the build found it.
#pragma once

#include <vector>

#include "common/codeobject/resource_table.hpp"

namespace gputest {

/// Every instance of every kernel that is compiled for a GPU, target by target.
const std::vector<ResourceRow>& built_resources();

}  // namespace gputest

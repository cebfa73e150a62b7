// The kernels that are texts, for every GPU of CUDA's and HIP's.
#pragma once

#include "common/simt/kernel_table.hpp"

namespace gputest::gpu {

/// Made by the build.
const simt::KernelTable& kernels();

}  // namespace gputest::gpu

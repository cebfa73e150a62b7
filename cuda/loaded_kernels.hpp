// What the CUDA runtime says of this program's kernels.
#pragma once

#include <string>
#include <vector>

#include "common/codeobject/loaded_kernel.hpp"

namespace gputest::cuda {

/// Of the kernels in this program's fat binaries that name `kernel` (all: ""), as loaded on the
/// first device: the machine code for it or, where the program has none, what the driver compiles
/// of the PTX. Whatever is not there to be asked is left out, a device or the library API (CUDA
/// 12.8) too.
std::vector<LoadedKernel> loaded_kernels(const std::string& kernel);

}  // namespace gputest::cuda

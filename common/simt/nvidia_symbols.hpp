// What NVIDIA's kernels are called in their code objects, for CUDA and for HIP over CUDA.
#pragma once

#include <string>

namespace gputest::simt {

/// The symbol of the kernel that the host function stands for; empty where it stands for none.
std::string nvidia_symbol(const void* host_function);

}  // namespace gputest::simt

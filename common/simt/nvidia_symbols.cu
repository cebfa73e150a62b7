// The host code that nvcc makes registers each kernel before main(). The linker leads those calls
// here (cmake/simt_kernels.cmake), on their way to the CUDA run-time.
#include "common/simt/nvidia_symbols.hpp"

#include <cuda_runtime_api.h>

#include <map>

namespace gputest::simt {
namespace {

/// By host function. Filled by every object file's constructor, in any order: hence a function.
std::map<const void*, const char*>& registered() {
  static std::map<const void*, const char*> symbols;
  return symbols;
}

}  // namespace

std::string nvidia_symbol(const void* host_function) {
  const auto found = registered().find(host_function);
  return found == registered().end() ? "" : found->second;
}

}  // namespace gputest::simt

extern "C" {

// As crt/host_runtime.h of CUDA declares __cudaRegisterFunction.
void __real___cudaRegisterFunction(void** binary, const char* host_function, char* device_function,
                                   const char* name, int thread_limit, uint3*, uint3*, dim3*, dim3*,
                                   int*);

void __wrap___cudaRegisterFunction(void** binary, const char* host_function, char* device_function,
                                   const char* name, int thread_limit, uint3* thread, uint3* block,
                                   dim3* block_size, dim3* grid_size, int* wavefront) {
  gputest::simt::registered()[host_function] = name;
  __real___cudaRegisterFunction(binary, host_function, device_function, name, thread_limit, thread,
                                block, block_size, grid_size, wavefront);
}

}  // extern "C"

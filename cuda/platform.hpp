// CUDA as a platform of common/simt: what its kernels ask of it, for nvcc.
#pragma once

#include <cuda_runtime.h>

#include "common/device/kernel_call.hpp"
#include "common/simt/nvidia_simt.hpp"

#define GT_API(name) cuda##name
#define GT_LAUNCH(kernel, grid, block, stream, ...) \
  kernel<<<(grid), (block), 0, (stream)>>>(__VA_ARGS__)

namespace gputest::cuda {

/// NVIDIA has wavefronts of one size.
struct Simt : simt::NvidiaSimt {
  template <unsigned>
  using WithWarp = Simt;
};

}  // namespace gputest::cuda

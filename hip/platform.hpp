// HIP as a platform of common/simt. Compiled once for each of HIP's platforms, of which the build
// names one: GPUTEST_HIP_AMD, GPUTEST_HIP_NVIDIA or GPUTEST_HIP_HOST.
#pragma once

#include <hip/hip_runtime.h>

#include "common/device/kernel_call.hpp"
#include "common/simt/simt.hpp"

#define GT_API(name) hip##name
#define GT_LAUNCH(kernel, grid, block, stream, ...) \
  hipLaunchKernelGGL(kernel, dim3(grid), dim3(block), 0, stream, __VA_ARGS__)

#if defined(GPUTEST_HIP_NVIDIA)

#include "common/simt/nvidia_simt.hpp"
namespace gputest::hip_nvidia {
/// NVIDIA has wavefronts of one size.
struct Simt : simt::NvidiaSimt {
  template <unsigned>
  using WithWarp = Simt;
};
}  // namespace gputest::hip_nvidia

#elif defined(GPUTEST_HIP_HOST)

#include "hip/host_simt.hpp"

#elif defined(GPUTEST_HIP_AMD)

#include "hip/amd_simt.hpp"

#else
#error "name the platform: GPUTEST_HIP_AMD, GPUTEST_HIP_NVIDIA or GPUTEST_HIP_HOST"
#endif

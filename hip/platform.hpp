// HIP as a platform of common/simt. Compiled once for each of HIP's platforms, of which the build
// names one: GPUTEST_HIP_AMD, GPUTEST_HIP_NVIDIA or GPUTEST_HIP_HOST.
#pragma once

#include <hip/hip_runtime.h>

#include "common/device/kernel_call.hpp"
#include "common/simt/simt.hpp"

#define GT_API(name) hip##name
/// GT_LAUNCH((kernel<a, b>), grid, block, arguments…): the kernel in parentheses, for its commas.
#define GT_LAUNCH(kernel, grid, block, ...) \
  hipLaunchKernelGGL(HIP_KERNEL_NAME kernel, dim3(grid), dim3(block), 0, nullptr, __VA_ARGS__)

#if defined(GPUTEST_HIP_NVIDIA)

#include "common/simt/nvidia_simt.hpp"
#define GT_PLATFORM hip_nvidia
namespace gputest::hip_nvidia {
/// NVIDIA has wavefronts of one size.
struct Simt : simt::NvidiaSimt {
  template <unsigned>
  using WithWarp = Simt;
};
}  // namespace gputest::hip_nvidia

#elif defined(GPUTEST_HIP_HOST)

#include "hip/host_simt.hpp"
#define GT_PLATFORM hip_host

#elif defined(GPUTEST_HIP_AMD)

#include "hip/amd_simt.hpp"
#define GT_PLATFORM hip_amd

#else
#error "name the platform: GPUTEST_HIP_AMD, GPUTEST_HIP_NVIDIA or GPUTEST_HIP_HOST"
#endif

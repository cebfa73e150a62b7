#include "hip/catalogue.hpp"

#include "common/simt/kernel_table.hpp"
#include "hip/platforms.hpp"
#include "hip_config.hpp"

namespace gputest {

// Each platform's back end, compiled from platform_backend.cpp, and its table of kernels.
#define GPUTEST_HIP_PLATFORM(name)                      \
  namespace name {                                      \
  const simt::KernelTable& kernels();                   \
  std::unique_ptr<Backend> make_backend();              \
  std::unique_ptr<Kernel> make_kernel(KernelInfo info); \
  }
GPUTEST_HIP_PLATFORM(hip_amd)
GPUTEST_HIP_PLATFORM(hip_nvidia)
GPUTEST_HIP_PLATFORM(hip_host)
#undef GPUTEST_HIP_PLATFORM

void register_hip(Registry& registry) {
  std::vector<hip::Platform> platforms;
  std::vector<Unavailable> not_built;
#ifdef GPUTEST_HAVE_HIP_AMD
  platforms.push_back({"hip:amd", hip_amd::make_backend, hip_amd::make_kernel, hip_amd::kernels});
#else
  not_built.push_back({"hip:amd", GPUTEST_REASON_HIP_AMD});
#endif
#ifdef GPUTEST_HAVE_HIP_NVIDIA
  platforms.push_back(
      {"hip:nvidia", hip_nvidia::make_backend, hip_nvidia::make_kernel, hip_nvidia::kernels});
#else
  not_built.push_back({"hip:nvidia", GPUTEST_REASON_HIP_NVIDIA});
#endif
#ifdef GPUTEST_HAVE_HIP_HOST
  platforms.push_back(
      {"hip:host", hip_host::make_backend, hip_host::make_kernel, hip_host::kernels});
#else
  not_built.push_back({"hip:host", GPUTEST_REASON_HIP_HOST});
#endif
  registry.add(hip::make_backend(platforms, not_built));
  if (platforms.empty()) return;
  for (const auto& [name, kernel] : platforms.front().kernels())
    if (kernel.info)
      registry.add(hip::make_kernel(platforms, simt::with_all_values(*kernel.info, registry)));
}

}  // namespace gputest

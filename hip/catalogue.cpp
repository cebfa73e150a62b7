#include "hip/catalogue.hpp"

#include <map>

#include "common/simt/gpu_kernels.hpp"
#include "hip/platforms.hpp"
#include "hip_config.hpp"
#ifdef GPUTEST_HAVE_HIP_AMD
#include "hip/amd/emulated_backend.hpp"
#endif

namespace gputest {

// Each platform's back end, compiled from platform_backend.cpp, and its table of kernels.
#define GPUTEST_HIP_PLATFORM(name)                                \
  namespace name {                                                \
  std::unique_ptr<Backend> make_backend();                        \
  std::unique_ptr<Kernel> make_kernel(KernelInfo info);           \
  std::unique_ptr<Kernel> make_own_kernel(owncode::OwnCode code); \
  }
GPUTEST_HIP_PLATFORM(hip_amd)
GPUTEST_HIP_PLATFORM(hip_nvidia)
GPUTEST_HIP_PLATFORM(hip_host)
#undef GPUTEST_HIP_PLATFORM
namespace hip_host {
const simt::KernelTable& kernels();
}

namespace {

/// The platforms of this build; adds the reasons for the missing ones.
std::vector<hip::Platform> platforms_of_build(
    [[maybe_unused]] std::vector<Unavailable>& not_built) {
  std::vector<hip::Platform> platforms;
#ifdef GPUTEST_HAVE_HIP_AMD
  platforms.push_back({"hip:amd", hip_amd::make_backend, hip_amd::make_kernel, gpu::kernels,
                       hip_amd::make_own_kernel});
#else
  not_built.push_back({"hip:amd", GPUTEST_REASON_HIP_AMD});
#endif
#ifdef GPUTEST_HAVE_HIP_NVIDIA
  platforms.push_back(
      {"hip:nvidia", hip_nvidia::make_backend, hip_nvidia::make_kernel, gpu::kernels});
#else
  not_built.push_back({"hip:nvidia", GPUTEST_REASON_HIP_NVIDIA});
#endif
#ifdef GPUTEST_HAVE_HIP_HOST
  platforms.push_back({"hip:host", hip_host::make_backend, hip_host::make_kernel, hip_host::kernels,
                       hip_host::make_own_kernel});
#else
  not_built.push_back({"hip:host", GPUTEST_REASON_HIP_HOST});
#endif
#ifdef GPUTEST_HAVE_HIP_AMD
  for (const hip::Platform& emulated : hip_amd::emulated_platforms()) platforms.push_back(emulated);
#endif
  return platforms;
}

}  // namespace

void register_hip(Registry& registry) {
  std::vector<Unavailable> not_built;
  const std::vector<hip::Platform> platforms = platforms_of_build(not_built);
  registry.add(hip::make_backend(platforms, not_built));
  std::map<std::string, std::vector<hip::Platform>> platforms_of;  // those that have the kernel
  for (const hip::Platform& platform : platforms)
    for (const auto& [name, kernel] : platform.kernels())
      if (kernel.info) platforms_of[name].push_back(platform);
  for (const auto& [name, having] : platforms_of) {
    const KernelInfo& info = *having.front().kernels().at(name).info;
    registry.add(hip::make_kernel(having, simt::with_all_values(info, registry)));
  }
}

void add_own_hip_kernel(Registry& registry, const OwnKernel& own) {
  std::vector<Unavailable> not_built;
  registry.add(
      hip::make_own_kernel(platforms_of_build(not_built),
                           owncode::read_own_code(own, *registry.find_family(own.family), "hip")));
}

}  // namespace gputest

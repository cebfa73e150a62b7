#include "app/registry.hpp"

#include "common/cpu/cpu_backend.hpp"
#include "common/families.hpp"
#include "config.hpp"
#include "il_reference/api/catalogue.hpp"
#ifdef GPUTEST_HAVE_CUDA
#include "cuda/catalogue.hpp"
#endif
#ifdef GPUTEST_HAVE_HIP
#include "hip/catalogue.hpp"
#endif
#ifdef GPUTEST_HAVE_OPENCL
#include "opencl/catalogue.hpp"
#include "opencl/kernel_source.hpp"
#endif

namespace gputest {

Registry make_registry() {
  Registry registry;
  register_families(registry);
  register_cpu(registry);
#ifdef GPUTEST_HAVE_OPENCL
  register_opencl(registry);
#else
  registry.add_unavailable("opencl", GPUTEST_REASON_OPENCL);
#endif
#ifdef GPUTEST_HAVE_CUDA
  register_cuda(registry);
#else
  registry.add_unavailable("cuda", GPUTEST_REASON_CUDA);
#endif
#ifdef GPUTEST_HAVE_HIP
  register_hip(registry);
#else
  registry.add_unavailable("hip", GPUTEST_REASON_HIP);
#endif
  register_il(registry);
  return registry;
}

std::vector<std::string> require_kernel_files() {
#ifdef GPUTEST_HAVE_OPENCL
  return opencl::require_kernel_folder();
#else
  return {};
#endif
}

}  // namespace gputest

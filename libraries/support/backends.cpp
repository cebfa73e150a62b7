#include "libraries/support/backends.hpp"

#include "common/cpu/cpu_backend.hpp"
#include "common/families.hpp"
#include "config.hpp"
#ifdef GPUTEST_HAVE_CUDA
#include "cuda/catalogue.hpp"
#endif
#ifdef GPUTEST_HAVE_HIP
#include "hip/catalogue.hpp"
#endif
#ifdef GPUTEST_HAVE_OPENCL
#include "opencl/catalogue.hpp"
#endif

namespace gputest::libraries {

const Registry& backends() {
  // The API il is left out: it keeps no data on a device between launches.
  static const Registry* const all = [] {
    auto* registry = new Registry;
    register_families(*registry);
#ifdef GPUTEST_HAVE_CUDA
    register_cuda(*registry);
#endif
#ifdef GPUTEST_HAVE_HIP
    register_hip(*registry);
#endif
#ifdef GPUTEST_HAVE_OPENCL
    register_opencl(*registry);
#endif
    register_cpu(*registry);
    return registry;
  }();
  return *all;
}

const std::vector<std::string>& api_order() {
  static const auto* const order = new std::vector<std::string>{"cuda", "hip", "opencl", "cpu"};
  return *order;
}

}  // namespace gputest::libraries

#include "cuda/catalogue.hpp"

#include "common/simt/gpu_kernels.hpp"
#include "cuda/backend.hpp"

namespace gputest {

void register_cuda(Registry& registry) {
  registry.add(cuda::make_backend());
  for (const auto& [name, kernel] : gpu::kernels())
    if (kernel.info) registry.add(cuda::make_kernel(simt::with_all_values(*kernel.info, registry)));
}

void add_own_cuda_kernel(Registry& registry, const OwnKernel& own) {
  registry.add(cuda::make_own_kernel(
      owncode::read_own_code(own, *registry.find_family(own.family), "cuda")));
}

}  // namespace gputest

#include "cuda/catalogue.hpp"

#include "cuda/backend.hpp"

namespace gputest {

void register_cuda(Registry& registry) {
  registry.add(cuda::make_backend());
  for (const auto& [name, kernel] : cuda::kernels())
    if (kernel.info) registry.add(cuda::make_kernel(simt::with_all_values(*kernel.info, registry)));
}

}  // namespace gputest

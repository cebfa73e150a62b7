#include "cuda/catalogue.hpp"

#include "common/simt/backend.hpp"
#include "cuda/backend.hpp"
#include "cuda/loaded_kernels.hpp"

namespace gputest {

void register_cuda(Registry& registry) {
  registry.add(cuda::make_backend());
  registry.add(cuda::loaded_kernels);
  for (const KernelInfo& kernel : simt::shared_kernels()) registry.add(cuda::make_kernel(kernel));
}

}  // namespace gputest

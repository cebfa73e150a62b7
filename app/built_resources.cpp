#include "app/built_resources.hpp"

#include "common/core/embedded.hpp"
#include "config.hpp"
#ifdef GPUTEST_HAVE_CUDA
#include "cuda/loaded_kernels.hpp"
#endif

namespace gputest {

/// Made by the build: cmake/kernel_resources.cmake.
const std::vector<EmbeddedFile>& kernel_resources();

const std::vector<ResourceRow>& built_resources() {
  static const std::vector<ResourceRow> rows = resource_rows(kernel_resources().front().text);
  return rows;
}

std::vector<LoadedKernel> loaded_kernels([[maybe_unused]] const std::string& kernel) {
#ifdef GPUTEST_HAVE_CUDA
  return cuda::loaded_kernels(kernel);
#else
  return {};
#endif
}

}  // namespace gputest

#include "app/built_resources.hpp"

#include "common/core/embedded.hpp"

namespace gputest {

/// Made by the build: cmake/kernel_resources.cmake.
const std::vector<EmbeddedFile>& kernel_resources();

const std::vector<ResourceRow>& built_resources() {
  static const std::vector<ResourceRow> rows = resource_rows(kernel_resources().front().text);
  return rows;
}

}  // namespace gputest

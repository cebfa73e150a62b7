#include "app/describe/results_by_order.hpp"

#include <algorithm>
#include <cstring>

namespace gputest {
namespace {

std::uint64_t element_size(const ArrayShape& shape) {
  return shape.components * bytes(shape.element);
}

/// The array with its last element first.
void reverse_elements(HostArray& array) {
  const std::uint64_t size = element_size(array.shape);
  std::byte* first = array.data.data();
  std::byte* last = first + size * (array.shape.count - 1);
  for (; first < last; first += size, last -= size) std::swap_ranges(first, first + size, last);
}

HostArray first_result(Execution& execution, const std::vector<HostArray>& inputs) {
  execution.upload(inputs);
  execution.launch();
  execution.synchronize();
  return execution.download().front();
}

}  // namespace

std::optional<ChangedResults> results_changed_by_order(const Kernel& kernel, Device& device,
                                                       const Problem& problem,
                                                       const Configuration& configuration) {
  const KernelSignature signature = problem.shapes(configuration);
  const auto has_all_items = [&](const ArrayShape& shape) {
    return shape.count == signature.items && !shape.is_image();
  };
  if (!std::all_of(signature.inputs.begin(), signature.inputs.end(), has_all_items) ||
      !has_all_items(signature.outputs.front()))
    return std::nullopt;
  const auto execution = kernel.prepare(device, configuration, signature);
  std::vector<HostArray> inputs = problem.inputs(configuration);
  const HostArray before = first_result(*execution, inputs);
  for (HostArray& array : inputs) reverse_elements(array);
  HostArray after = first_result(*execution, inputs);
  reverse_elements(after);
  const std::uint64_t size = element_size(before.shape);
  ChangedResults result{0, before.shape.count};
  for (std::uint64_t i = 0; i < result.of; ++i)
    result.changed +=
        std::memcmp(before.data.data() + size * i, after.data.data() + size * i, size) != 0;
  return result;
}

}  // namespace gputest

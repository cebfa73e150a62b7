#include "libraries/support/column.hpp"

namespace gputest::libraries {

std::size_t Column::bytes_of(std::size_t count) const {
  return count * (precision_ == Precision::fp32 ? sizeof(float) : sizeof(double));
}

void Column::resize(Queue& queue, std::size_t count) {
  auto memory = queue.allocate(bytes_of(count));
  if (precision_ == Precision::fp32)
    singles_.resize(count);
  else
    doubles_.resize(count);
  memory_ = std::move(memory);
  upload(0, count);
}

void Column::set(std::size_t first, std::size_t count, const double* from, std::size_t step) {
  for (std::size_t k = 0; k < count; ++k) {
    if (precision_ == Precision::fp32)
      singles_[first + k] = static_cast<float>(from[k * step]);
    else
      doubles_[first + k] = from[k * step];
  }
}

void Column::upload(std::size_t first, std::size_t count) {
  if (count == 0) return;
  const void* from = precision_ == Precision::fp32
                         ? static_cast<const void*>(singles_.data() + first)
                         : static_cast<const void*>(doubles_.data() + first);
  memory_->write_part(bytes_of(first), bytes_of(count), from);
}

std::vector<double> download(const DeviceMemory& memory, Precision precision, std::size_t count) {
  std::vector<double> numbers(count);
  if (count == 0) return numbers;
  if (precision == Precision::fp64) {
    memory.read_part(0, count * sizeof(double), numbers.data());
    return numbers;
  }
  std::vector<float> singles(count);
  memory.read_part(0, count * sizeof(float), singles.data());
  numbers.assign(singles.begin(), singles.end());
  return numbers;
}

}  // namespace gputest::libraries

#include "libraries/support/shared_buffer.hpp"

namespace gputest::libraries {

SharedBuffer::SharedBuffer(Queue& queue, std::size_t bytes)
    : memory_(queue.allocate_on_host(bytes)) {
  if (memory_->host() == nullptr) copy_.resize(bytes);
}

void SharedBuffer::send(std::size_t bytes) {
  if (memory_->host() == nullptr) memory_->write_part(0, bytes, copy_.data());
}

const std::byte* SharedBuffer::fetch(std::size_t bytes) {
  if (memory_->host() == nullptr) memory_->read_part(0, bytes, copy_.data());
  return place();
}

std::vector<double> SharedBuffer::numbers(Precision precision, std::size_t count) {
  if (precision == Precision::fp32) {
    const float* const singles = received<float>(count);
    return {singles, singles + count};
  }
  const double* const doubles = received<double>(count);
  return {doubles, doubles + count};
}

}  // namespace gputest::libraries

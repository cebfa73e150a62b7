#include "libraries/support/mailbox.hpp"

namespace gputest::libraries {

Mailbox::Mailbox(Queue& queue, std::size_t bytes) : memory_(queue.allocate_on_host(bytes)) {
  if (memory_->host() == nullptr) copy_.resize(bytes);
}

void Mailbox::send(std::size_t bytes) {
  if (memory_->host() == nullptr) memory_->write_part(0, bytes, copy_.data());
}

const std::byte* Mailbox::fetch(std::size_t bytes) {
  if (memory_->host() == nullptr) memory_->read_part(0, bytes, copy_.data());
  return place();
}

std::vector<double> Mailbox::numbers(Precision precision, std::size_t count) {
  if (precision == Precision::fp32) {
    const float* const singles = received<float>(count);
    return {singles, singles + count};
  }
  const double* const doubles = received<double>(count);
  return {doubles, doubles + count};
}

}  // namespace gputest::libraries

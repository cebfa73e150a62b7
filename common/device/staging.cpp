#include "common/device/staging.hpp"

namespace gputest {

void Staging::resize(std::uint64_t bytes) {
  size_ = bytes;
  if (bytes <= room_) return;
  memory_.reset();
  room_ = 0;
  if (pins_ != nullptr) memory_ = pins_->pinned_memory(bytes);
  if (memory_ == nullptr)
    memory_ =
        std::shared_ptr<std::byte>(new std::byte[bytes]{}, std::default_delete<std::byte[]>());
  room_ = bytes;
}

}  // namespace gputest

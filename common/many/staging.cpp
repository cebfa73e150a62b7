#include "common/many/staging.hpp"

#include "common/many/devices.hpp"

namespace gputest::many {

Queue* pinning_queue(const ManyDevices& devices) {
  for (const auto& device : devices.devices()) {
    constexpr std::uint64_t kPage = 4096;
    if (device->queue()->pinned_memory(kPage) != nullptr) return device->queue();
  }
  return nullptr;
}

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

}  // namespace gputest::many

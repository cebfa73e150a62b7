// Host memory for data on their way to and from devices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "common/device/queue.hpp"

namespace gputest {

/// Host memory, pinned if a queue is given and its API can pin memory. The queue must outlive it.
class Staging {
 public:
  explicit Staging(Queue* pins = nullptr) : pins_(pins) {}

  /// Loses the content if it grows. Throws Error(out_of_memory) or std::bad_alloc.
  void resize(std::uint64_t bytes);
  std::byte* data() { return memory_.get(); }
  const std::byte* data() const { return memory_.get(); }
  std::uint64_t size() const { return size_; }

 private:
  Queue* pins_;
  std::shared_ptr<std::byte> memory_;
  std::uint64_t size_ = 0, room_ = 0;
};

}  // namespace gputest

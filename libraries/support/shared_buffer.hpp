// What the host tells kernels or they tell it, call by call.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "common/core/precision.hpp"
#include "common/device/queue.hpp"

namespace gputest::libraries {

/// Memory that both reach where the API has such, so that no copy is waited for; elsewhere a
/// device's, and a copy of it. It belongs to a queue, which must outlive it.
class SharedBuffer {
 public:
  SharedBuffer(Queue& queue, std::size_t bytes);

  const DeviceMemory& memory() const { return *memory_; }
  /// Where the host writes what send() sends. No kernel that is enqueued may read it.
  template <class T>
  T* outgoing() {
    return reinterpret_cast<T*>(place());
  }
  /// Kernels that are enqueued from now on read the first `bytes` that were written.
  void send(std::size_t bytes);
  /// The first `count` elements that kernels wrote, which must have ended; until the next call.
  template <class T>
  const T* received(std::size_t count) {
    return reinterpret_cast<const T*>(fetch(count * sizeof(T)));
  }
  /// Likewise as doubles.
  std::vector<double> numbers(Precision precision, std::size_t count);

 private:
  std::byte* place() { return memory_->host() != nullptr ? memory_->host() : copy_.data(); }
  const std::byte* fetch(std::size_t bytes);

  std::unique_ptr<DeviceMemory> memory_;
  std::vector<std::byte> copy_;  ///< empty where both reach the memory
};

}  // namespace gputest::libraries

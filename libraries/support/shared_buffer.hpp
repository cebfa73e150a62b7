// Memory through which the host and kernels exchange data, call by call.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "common/core/precision.hpp"
#include "common/device/queue.hpp"

namespace gputest::libraries {

/// Memory that host and device both reach, if the API has such memory, so no copy costs time.
/// Otherwise device memory and a copy on the host. It belongs to a queue, which must outlive it.
class SharedBuffer {
 public:
  SharedBuffer(Queue& queue, std::size_t bytes);

  const DeviceMemory& memory() const { return *memory_; }
  /// The host writes here, and send() sends it. No enqueued kernel may still read it.
  template <class T>
  T* outgoing() {
    return reinterpret_cast<T*>(place());
  }
  /// Kernels enqueued from now on read the first `bytes` that the host wrote.
  void send(std::size_t bytes);
  /// The first `count` elements that kernels wrote. The kernels must have ended. Valid until the
  /// next call.
  template <class T>
  const T* received(std::size_t count) {
    return reinterpret_cast<const T*>(fetch(count * sizeof(T)));
  }
  /// The same as doubles.
  std::vector<double> numbers(Precision precision, std::size_t count);

 private:
  std::byte* place() { return memory_->host() != nullptr ? memory_->host() : copy_.data(); }
  const std::byte* fetch(std::size_t bytes);

  std::unique_ptr<DeviceMemory> memory_;
  std::vector<std::byte> copy_;  ///< empty if both reach the memory
};

}  // namespace gputest::libraries

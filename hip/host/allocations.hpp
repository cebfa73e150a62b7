// The device's memory: separate heap blocks, so that AddressSanitizer detects accesses outside of
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

namespace hip_host::detail {

/// The allocations on the device.
class Allocations {
 public:
  /// A new block of `bytes` > 0 bytes, aligned to 256; null if the device has not enough memory.
  void* allocate(std::size_t bytes);

  /// Frees a block; false if none begins at `block`.
  bool release(void* block);

  /// The bytes from `pointer` to the end of its block; nothing if it is in no block.
  std::optional<std::size_t> bytes_left_at(const void* pointer) const;

  /// The largest size of a new block.
  std::size_t free_bytes() const;

 private:
  std::size_t free_bytes_unlocked() const;

  mutable std::mutex mutex_;
  std::map<std::uintptr_t, std::size_t> blocks_;  ///< sizes by address
  std::size_t allocated_ = 0;
};

/// The one device's memory.
Allocations& device_memory();

}  // namespace hip_host::detail

// The shared memory of a block.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>

namespace hip_host::detail {

/// Memory of exactly the requested size, so that AddressSanitizer sees its end.
class SharedMemory {
 public:
  /// `bytes` may be 0. The memory is full of NaNs. Throws std::bad_alloc.
  explicit SharedMemory(std::size_t bytes)
      : bytes_(bytes), memory_(bytes == 0 ? nullptr : ::operator new(bytes, kAlignment)) {
    spoil();
  }

  void* get() const { return memory_.get(); }
  std::size_t bytes() const { return bytes_; }

  /// Fills it with NaNs, so that a block that reads before it writes gets a wrong result.
  void spoil() const {
    if (memory_ != nullptr) std::memset(memory_.get(), 0xff, bytes_);
  }

 private:
  static constexpr std::align_val_t kAlignment{256};
  struct Free {
    void operator()(void* memory) const { ::operator delete(memory, kAlignment); }
  };
  std::size_t bytes_;
  std::unique_ptr<void, Free> memory_;
};

}  // namespace hip_host::detail

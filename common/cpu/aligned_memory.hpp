// Aligned host memory for CPU kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace gputest::cpu {

/// Frees memory of std::aligned_alloc().
struct FreeAligned {
  void operator()(std::byte* memory) const { std::free(memory); }
};
using AlignedMemory = std::unique_ptr<std::byte[], FreeAligned>;

/// Uninitialised memory that begins at a multiple of 64 bytes, which is a cache line and the widest
/// vector. Its size is rounded up to a multiple of 64 bytes. Throws std::bad_alloc.
inline AlignedMemory allocate_aligned(std::uint64_t bytes) {
  constexpr std::uint64_t kAlignment = 64;
  const std::uint64_t whole = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  auto* memory = static_cast<std::byte*>(std::aligned_alloc(kAlignment, whole));
  if (memory == nullptr) throw std::bad_alloc();
  return AlignedMemory(memory);
}

}  // namespace gputest::cpu

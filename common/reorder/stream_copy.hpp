// Copies that bypass the caches of the host's processor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace gputest::reorder {

/// Data larger than this many bytes do not stay in a cache until they are read again.
constexpr std::uint64_t kStreamedBytes = std::uint64_t{16} << 20;

/// memcpy() that stores whole lines of 64 bytes without passing through the caches, if the
/// processor has such stores; these lines need not be read before. Call end_stream_copies() after
/// the thread's last copy.
inline void stream_copy(void* to, const void* from, std::size_t bytes) {
#ifdef __SSE2__
  constexpr std::size_t kLine = 64, kVector = 16;
  auto* target = static_cast<std::byte*>(to);
  auto* source = static_cast<const std::byte*>(from);
  const std::size_t head = -reinterpret_cast<std::uintptr_t>(target) % kLine;
  if (bytes >= head + kLine) {
    std::memcpy(target, source, head);
    target += head, source += head, bytes -= head;
    for (; bytes >= kLine; bytes -= kLine, target += kLine, source += kLine)
      for (std::size_t k = 0; k < kLine; k += kVector)
        _mm_stream_si128(reinterpret_cast<__m128i*>(target + k),
                         _mm_loadu_si128(reinterpret_cast<const __m128i*>(source + k)));
  }
  std::memcpy(target, source, bytes);
#else
  std::memcpy(to, from, bytes);
#endif
}

/// Orders the copies before the thread's later stores.
inline void end_stream_copies() {
#ifdef __SSE2__
  _mm_sfence();
#endif
}

}  // namespace gputest::reorder

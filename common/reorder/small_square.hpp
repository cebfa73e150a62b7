// Transposes a square of elements with rows of 16 bytes, on the host's processor.
#pragma once

#include <cstddef>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace gputest::reorder {

/// Elements along the edge: 16, 8, 4, 2 or 1.
template <class T>
constexpr std::size_t kSmallEdge = 16 / sizeof(T);

#ifdef __SSE2__
/// a0 b0 a1 b1 … of the lower halves of a and b.
template <class T>
inline __m128i interleave_low(__m128i a, __m128i b) {
  if constexpr (sizeof(T) == 1) return _mm_unpacklo_epi8(a, b);
  if constexpr (sizeof(T) == 2) return _mm_unpacklo_epi16(a, b);
  if constexpr (sizeof(T) == 4) return _mm_unpacklo_epi32(a, b);
  return _mm_unpacklo_epi64(a, b);
}
/// The same for the upper halves.
template <class T>
inline __m128i interleave_high(__m128i a, __m128i b) {
  if constexpr (sizeof(T) == 1) return _mm_unpackhi_epi8(a, b);
  if constexpr (sizeof(T) == 2) return _mm_unpackhi_epi16(a, b);
  if constexpr (sizeof(T) == 4) return _mm_unpackhi_epi32(a, b);
  return _mm_unpackhi_epi64(a, b);
}
#endif

/// to[j][i] = from[i][j] for a square, with rows that many elements apart. Interleaving each row
/// with the one half a square below shifts the index of every element by one bit; as many such
/// steps as an edge has bits make the transpose.
template <class T>
inline void transpose_small_square(const T* from, std::size_t from_pitch, T* to,
                                   std::size_t to_pitch) {
  constexpr std::size_t kEdge = kSmallEdge<T>;
#ifdef __SSE2__
  __m128i rows[kEdge];
  for (std::size_t i = 0; i < kEdge; ++i)
    rows[i] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i * from_pitch));
  for (std::size_t bit = 1; bit < kEdge; bit *= 2) {
    __m128i next[kEdge];
    for (std::size_t i = 0; i < kEdge / 2; ++i) {
      next[2 * i] = interleave_low<T>(rows[i], rows[i + kEdge / 2]);
      next[2 * i + 1] = interleave_high<T>(rows[i], rows[i + kEdge / 2]);
    }
    for (std::size_t i = 0; i < kEdge; ++i) rows[i] = next[i];
  }
  for (std::size_t j = 0; j < kEdge; ++j)
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + j * to_pitch), rows[j]);
#else
  for (std::size_t j = 0; j < kEdge; ++j)
    for (std::size_t i = 0; i < kEdge; ++i) to[j * to_pitch + i] = from[i * from_pitch + j];
#endif
}

}  // namespace gputest::reorder

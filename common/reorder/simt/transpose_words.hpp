// One tile of short elements by one block of threads, in words of 32 bits.
#pragma once

#include "common/reorder/simt/transpose_tile.hpp"

namespace gputest {
namespace simt {

/// transpose_tile() of single elements of 1 or 2 bytes: a thread reads those of a word at once, and
/// puts a word together of what it writes. Rows begin and end at whole words (reorder::Way::words).
template <unsigned kEdge, unsigned kThreads, class T>
GT_DEVICE_FN void transpose_words(const T* __restrict__ source, T* __restrict__ reordered,
                                  const reorder::Tiling& tiling) {
  constexpr unsigned kPerWord = 4 / sizeof(T), kBits = 8 * sizeof(T);
  constexpr unsigned kWords = kEdge / kPerWord, kRows = kThreads / kWords;
  __shared__ T tile[kEdge][kEdge + kPerWord];
  const auto* from = reinterpret_cast<const std::uint32_t*>(source);
  auto* to = reinterpret_cast<std::uint32_t*>(reordered);
  const unsigned column = threadIdx.x % kWords * kPerWord, row = threadIdx.x / kWords;
  const TilePlace place = tile_place(tiling, kEdge, blockIdx.x);
  std::uint32_t held[kEdge / kRows] = {};
  GT_UNROLL
  for (unsigned r = 0; r < kEdge / kRows; ++r) {
    const unsigned b = row + r * kRows;
    if (column < place.a && b < place.b)
      held[r] = from[(place.from + column + b * tiling.b_from) / kPerWord];
  }
  GT_UNROLL
  for (unsigned r = 0; r < kEdge / kRows; ++r) GT_UNROLL
  for (unsigned k = 0; k < kPerWord; ++k)
    tile[row + r * kRows][column + k] = static_cast<T>(held[r] >> kBits * k);
  __syncthreads();
  GT_UNROLL
  for (unsigned r = 0; r < kEdge / kRows; ++r) {
    const unsigned a = row + r * kRows;
    if (column >= place.b || a >= place.a) continue;
    std::uint32_t word = 0;
    GT_UNROLL
    for (unsigned k = 0; k < kPerWord; ++k)
      word |= static_cast<std::uint32_t>(tile[column + k][a]) << kBits * k;
    to[(place.to + column + a * tiling.a_to) / kPerWord] = word;
  }
}

}  // namespace simt
}  // namespace gputest

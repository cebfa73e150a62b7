// Moves one tile of a permutation with one block of threads, through shared memory.
#pragma once

#include "common/reorder/tiling.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// A tile of a matrix: its corner in the source and in the result, and its size.
struct TilePlace {
  std::uint32_t from, to, a, b;
};

/// The tile with that number; it has `edge` runs each way, fewer at an end. Tiles are counted first
/// along the rows that are farther apart in memory, of the source or of the result. Blocks that run
/// together then write, or read, whole rows of these (docs/reordering.md has the gain).
GT_DEVICE_FN TilePlace tile_place(const reorder::Tiling& tiling, std::uint32_t edge,
                                  std::uint32_t number) {
  const std::uint32_t along_a = (tiling.a - 1) / edge + 1, along_b = (tiling.b - 1) / edge + 1;
  const bool b_first = tiling.b_from <= tiling.a_to;
  const std::uint32_t first = b_first ? along_b : along_a, second = b_first ? along_a : along_b;
  const std::uint32_t row = number / first, in_row = number - row * first;
  std::uint32_t matrix = row / second;
  const std::uint32_t in_matrix = row - matrix * second;
  const std::uint32_t a = (b_first ? in_matrix : in_row) * edge;
  const std::uint32_t b = (b_first ? in_row : in_matrix) * edge;
  TilePlace place{a * tiling.inner + b * tiling.b_from, a * tiling.a_to + b * tiling.inner,
                  tiling.a - a < edge ? tiling.a - a : edge,
                  tiling.b - b < edge ? tiling.b - b : edge};
  GT_UNROLL
  for (unsigned k = 0; k < 4; ++k) {
    const std::uint32_t rest = matrix / tiling.outer[k], at = matrix - rest * tiling.outer[k];
    place.from += at * tiling.outer_from[k];
    place.to += at * tiling.outer_to[k];
    matrix = rest;
  }
  return place;
}

/// Reads the block's tile of kEdge × kEdge runs row by row of the source and writes it row by row
/// of the result. It moves kThreads / kEdge rows at a time and one element of every run after
/// another. Rows are kPitch elements apart in shared memory.
template <unsigned kEdge, unsigned kPitch, unsigned kThreads, class T>
GT_DEVICE_FN void transpose_tile(const T* __restrict__ source, T* __restrict__ reordered,
                                 const reorder::Tiling& tiling) {
  constexpr unsigned kRows = kThreads / kEdge;
  GT_SHARED(T, tile, [kEdge][kPitch]);
  const unsigned column = threadIdx.x % kEdge, row = threadIdx.x / kEdge;
  const TilePlace place = tile_place(tiling, kEdge, blockIdx.x);
  for (std::uint32_t k = 0; k < tiling.inner; ++k) {
    if (k > 0) __syncthreads();
    T held[kEdge / kRows] = {};
    GT_UNROLL
    for (unsigned r = 0; r < kEdge / kRows; ++r) {
      const unsigned b = row + r * kRows;
      if (column < place.a && b < place.b)
        held[r] = source[place.from + column * tiling.inner + b * tiling.b_from + k];
    }
    GT_UNROLL
    for (unsigned r = 0; r < kEdge / kRows; ++r) tile[row + r * kRows][column] = held[r];
    __syncthreads();
    GT_UNROLL
    for (unsigned r = 0; r < kEdge / kRows; ++r) {
      const unsigned a = row + r * kRows;
      if (column < place.b && a < place.a)
        reordered[place.to + column * tiling.inner + a * tiling.a_to + k] = tile[column][a];
    }
  }
}

/// The edge of a square tile of that many elements, a power of four.
GT_FN constexpr unsigned edge_of(unsigned elements) {
  unsigned edge = 1;
  while (edge * edge < elements) edge *= 2;
  return edge;
}

}  // namespace simt
}  // namespace gputest

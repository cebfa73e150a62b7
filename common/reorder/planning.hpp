// Which way of moving elements suits a permutation, for the kernels "planned" of GPUs.
#pragma once

#include <cstdint>

#include "common/portable/portable.h"
#include "common/reorder/packing.hpp"
#include "common/reorder/tiling.hpp"

namespace gputest::reorder {

/// Through square tiles element by element or in words of 32 bits, or through boxes.
enum class Way { tiles, words, boxes };

/// A permutation with what it takes to do it.
struct Planned {
  Way way = Way::tiles;
  std::uint32_t bytes = 0;   ///< of an element, as it is moved
  std::uint64_t groups = 0;  ///< blocks of threads
  Tiling tiling;             ///< for tiles and words
  Packing packing;           ///< for boxes
};

/// Elements along the edge of a tile of elements of that many bytes, moved in words or not, by a
/// block of 256 threads, and half as many by a block of 64: rows of 128 or 256 bytes, and at most
/// 17 KiB of shared memory.
GT_FN constexpr std::uint32_t tile_edge(std::uint32_t bytes, bool in_words, std::uint32_t block) {
  const std::uint32_t edge = bytes > 4 ? 32 : bytes == 1 && in_words ? 128 : 64;
  return block < 256 ? edge / 2 : edge;
}

/// Elements of that many bytes that a box may be staged in: 20 KiB, and of short ones as many as
/// keep a division by multiplication exact.
GT_FN constexpr std::uint32_t box_capacity(std::uint32_t bytes) {
  return bytes < 4 ? 5120 : 20480 / bytes;
}

/// Tiles of edge diagonals by edge rows that cover planes stored by diagonals: along a band of rows
/// as many as its diagonals take, rx + edge - 1 of them, and a plane has as many bands as rows
/// take.
constexpr std::uint64_t skewed_tiles(std::uint32_t rx, std::uint32_t ry, std::uint32_t planes,
                                     std::uint32_t edge) {
  return std::uint64_t{(rx + edge - 2) / edge + 1} * ((ry - 1) / edge + 1) * planes;
}

/// For blocks of 256 or 64 threads.
Planned planned_for(const StridedOrder& order, std::uint32_t bytes, std::uint32_t block);

}  // namespace gputest::reorder

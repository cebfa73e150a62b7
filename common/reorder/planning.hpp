// Which way of moving elements suits a permutation, for the kernels "planned" of GPUs.
#pragma once

#include <cstdint>

#include "common/portable/portable.h"
#include "common/reorder/packing.hpp"
#include "common/reorder/tiling.hpp"

namespace gputest::reorder {

/// Through square tiles element by element or in words of several, or through boxes.
enum class Way { tiles, words, boxes };

/// A permutation with what it takes to do it.
struct Planned {
  Way way = Way::tiles;
  std::uint32_t bytes = 0;   ///< of an element, as it is moved
  std::uint32_t word = 0;    ///< bytes of a word: those of an element but where the way is words
  std::uint64_t groups = 0;  ///< blocks of threads
  Tiling tiling;             ///< for tiles and words
  Packing packing;           ///< for boxes
};

/// Elements along the edge of a tile of elements of that many bytes, moved in words of so many
/// bytes, by a block of 256 threads, and half as many by a block of 64: rows of 128 or 256 bytes,
/// and at most 32 KiB of shared memory.
GT_FN constexpr std::uint32_t tile_edge(std::uint32_t bytes, std::uint32_t word,
                                        std::uint32_t block) {
  const std::uint32_t edge = bytes > 4 ? 32 : word / bytes > 2 ? 128 : 64;
  return block < 256 ? edge / 2 : edge;
}

/// Elements of that many bytes that a box may be staged in: 20 KiB, and of short ones as many as
/// keep a division by multiplication exact.
GT_FN constexpr std::uint32_t box_capacity(std::uint32_t bytes) {
  return bytes < 4 ? 5120 : 20480 / bytes;
}

/// What a block of threads moves of a plane that is stored by diagonals: so many diagonals by so
/// many rows. What is written begins at whole sectors of memory, wherever a diagonal or a row
/// begins; for that up to `fringe` diagonals or rows are moved before it.
struct SkewedTile {
  std::uint32_t diagonals, rows, fringe;
};

/// The tile for elements of that many bytes and blocks of 256 or 64 threads: sectors of 32 bytes,
/// or of 8 shorter elements.
GT_FN constexpr SkewedTile skewed_tile(std::uint32_t bytes, std::uint32_t block) {
  const std::uint32_t rows = block < 256 ? 16 : 32, sector = bytes < 4 ? 8 : 32 / bytes;
  return {2 * rows, rows, sector - 1};
}

/// Such tiles along the diagonals that a band of rows meets, and bands in a plane.
GT_FN constexpr std::uint32_t skewed_along_x(SkewedTile tile, std::uint32_t rx) {
  return (rx + tile.rows + 2 * tile.fringe - 2) / tile.diagonals + 1;
}
GT_FN constexpr std::uint32_t skewed_along_y(SkewedTile tile, std::uint32_t ry) {
  return (ry + tile.fringe - 1) / tile.rows + 1;
}

/// Such tiles in that many planes.
constexpr std::uint64_t skewed_tiles(SkewedTile tile, std::uint32_t rx, std::uint32_t ry,
                                     std::uint32_t planes) {
  return std::uint64_t{skewed_along_x(tile, rx)} * skewed_along_y(tile, ry) * planes;
}

/// For blocks of 256 or 64 threads.
Planned planned_for(const StridedOrder& order, std::uint32_t bytes, std::uint32_t block);

}  // namespace gputest::reorder

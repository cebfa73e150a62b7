// Chooses how to move elements for a permutation, for the kernels "planned" on GPUs.
#pragma once

#include <cstdint>

#include "common/portable/portable.h"
#include "common/reorder/packing.hpp"
#include "common/reorder/tiling.hpp"

namespace gputest::reorder {

/// Through square tiles, element by element or in words of several; or through boxes.
enum class Way { tiles, words, boxes };

/// A permutation and the plan for it.
struct Planned {
  Way way = Way::tiles;
  std::uint32_t bytes = 0;   ///< of an element, as it is moved
  std::uint32_t word = 0;    ///< bytes of a word: those of an element, unless the way is words
  std::uint64_t groups = 0;  ///< blocks of threads
  Tiling tiling;             ///< for tiles and words
  Packing packing;           ///< for boxes
};

/// Elements along the edge of a tile, for elements and words of that many bytes. With a block of 64
/// threads it is half as long as with 256: rows of 128 or 256 bytes, and at most 32 KiB of shared
/// memory.
GT_FN constexpr std::uint32_t tile_edge(std::uint32_t bytes, std::uint32_t word,
                                        std::uint32_t block) {
  const std::uint32_t edge = bytes > 4 ? 32 : word / bytes > 2 ? 128 : 64;
  return block < 256 ? edge / 2 : edge;
}

/// The most elements of that many bytes in a staged box: 20 KiB, or fewer short elements so that
/// division by multiplication stays exact.
GT_FN constexpr std::uint32_t box_capacity(std::uint32_t bytes) {
  return bytes < 4 ? 5120 : 20480 / bytes;
}

/// The part of a plane stored by diagonals that a block of threads moves: that many diagonals by
/// that many rows. Writes begin at whole sectors of memory, wherever a diagonal or a row begins;
/// for that up to `fringe` diagonals or rows before the tile are moved too.
struct SkewedTile {
  std::uint32_t diagonals, rows, fringe;
};

/// The tile for elements of that many bytes and blocks of 256 or 64 threads: sectors of 32 bytes,
/// or of 8 elements if these are shorter.
GT_FN constexpr SkewedTile skewed_tile(std::uint32_t bytes, std::uint32_t block) {
  const std::uint32_t rows = block < 256 ? 16 : 32, sector = bytes < 4 ? 8 : 32 / bytes;
  return {2 * rows, rows, sector - 1};
}

/// The number of such tiles along the diagonals of a band of rows, and of bands in a plane.
GT_FN constexpr std::uint32_t skewed_along_x(SkewedTile tile, std::uint32_t rx) {
  return (rx + tile.rows + 2 * tile.fringe - 2) / tile.diagonals + 1;
}
GT_FN constexpr std::uint32_t skewed_along_y(SkewedTile tile, std::uint32_t ry) {
  return (ry + tile.fringe - 1) / tile.rows + 1;
}

/// The number of such tiles in that many planes.
constexpr std::uint64_t skewed_tiles(SkewedTile tile, std::uint32_t rx, std::uint32_t ry,
                                     std::uint32_t planes) {
  return std::uint64_t{skewed_along_x(tile, rx)} * skewed_along_y(tile, ry) * planes;
}

/// The plan for blocks of 256 or 64 threads.
Planned planned_for(const StridedOrder& order, std::uint32_t bytes, std::uint32_t block);

}  // namespace gputest::reorder

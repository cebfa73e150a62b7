// Tiles of a permutation on the host's processor.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "common/reorder/tiling.hpp"

namespace gputest::reorder {

/// The beginning of a tile in the source and in the result, and its size.
struct HostTile {
  std::uint32_t from, to, a, b;
};

/// The tile with that number; it has `edge` runs each way, fewer at the ends.
inline HostTile host_tile(const Tiling& tiling, std::uint32_t edge, std::uint32_t number) {
  const std::uint32_t along_a = (tiling.a - 1) / edge + 1;
  const std::uint32_t along_b = (tiling.b - 1) / edge + 1;
  const std::uint32_t a = number % along_a * edge;
  const std::uint32_t b = number / along_a % along_b * edge;
  std::uint32_t matrix = number / along_a / along_b;
  HostTile tile{a * tiling.inner + b * tiling.b_from, a * tiling.a_to + b * tiling.inner,
                std::min(edge, tiling.a - a), std::min(edge, tiling.b - b)};
  for (std::size_t k = 0; k < 4; ++k) {
    tile.from += matrix % tiling.outer[k] * tiling.outer_from[k];
    tile.to += matrix % tiling.outer[k] * tiling.outer_to[k];
    matrix /= tiling.outer[k];
  }
  return tile;
}

}  // namespace gputest::reorder

// The largest number of cells of an octree, and its counts per level: octree.h for C++.
#pragma once

#include <algorithm>
#include <cstdint>

#include "common/octree/octree.h"
#include "common/portable/portable.h"

namespace gputest::tree {

inline constexpr std::uint32_t kChildren = GT_CHILDREN;  ///< at most per cell
inline constexpr std::uint32_t kGroup = GT_OPENED_BY;    ///< bodies for which a cell is opened
inline constexpr std::uint32_t kLevels = GT_LEVELS;      ///< at most
inline constexpr double kBodyFlops = 20;                 ///< per interaction with a body

#ifndef GPUTEST_TEXT
/// The most cells of a level for n bodies: each has a body, and there are 8^level at most.
constexpr std::uint64_t most_cells_of(std::uint32_t level, std::uint64_t n) {
  return 3 * level < 32 ? std::min(std::uint64_t{1} << (3 * level), n) : n;
}

/// The most cells of a tree of n bodies. A leaf has at least one body. The other cells, none of
/// which is in the last level, number at most one per `leaf` + 1 bodies in a level.
constexpr std::uint64_t most_cells(std::uint64_t n, std::uint32_t leaf) {
  std::uint64_t cells = std::max<std::uint64_t>(n, 1);
  for (std::uint32_t level = 0; level + 1 < kLevels; ++level)
    cells += most_cells_of(level, n / (leaf + 1));
  return cells;
}

/// Counts for n bodies: one per level and run, after a 0.
constexpr std::uint64_t count_words(std::uint64_t n) {
  return kLevels * ((n + GT_RUN - 1) / GT_RUN) + 1;
}
#endif

}  // namespace gputest::tree

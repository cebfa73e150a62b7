// How many cells an octree has at most, and where its levels' counts are: octree.h for C++.
#pragma once

#include <algorithm>
#include <cstdint>

#include "common/octree/octree.h"
#include "common/portable/portable.h"

namespace gputest::tree {

inline constexpr std::uint32_t kChildren = GT_CHILDREN;  ///< of a cell, at most
inline constexpr std::uint32_t kGroup = GT_OPENED_BY;    ///< bodies for which a cell is opened
inline constexpr std::uint32_t kLevels = GT_LEVELS;      ///< at most
inline constexpr double kBodyFlops = 20;                 ///< of an interaction with a body

#ifndef GPUTEST_TEXT
/// Cells that a level has at most of n bodies: each has one, and there are 8^level.
constexpr std::uint64_t most_cells_of(std::uint32_t level, std::uint64_t n) {
  return 3 * level < 32 ? std::min(std::uint64_t{1} << (3 * level), n) : n;
}

/// Cells that a tree of n bodies has at most: a leaf has a body at least, and of the others, none
/// of which is in the last level, a level has one for each `leaf` + 1 bodies.
constexpr std::uint64_t most_cells(std::uint64_t n, std::uint32_t leaf) {
  std::uint64_t cells = std::max<std::uint64_t>(n, 1);
  for (std::uint32_t level = 0; level + 1 < kLevels; ++level)
    cells += most_cells_of(level, n / (leaf + 1));
  return cells;
}

/// Counts of n bodies: of each level and run, and 0 before them.
constexpr std::uint64_t count_words(std::uint64_t n) {
  return kLevels * ((n + GT_RUN - 1) / GT_RUN) + 1;
}
#endif

}  // namespace gputest::tree

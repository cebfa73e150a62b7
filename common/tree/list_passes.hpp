// The number of passes that write and evaluate the lists of lists.h.
#pragma once

#include <algorithm>
#include <cstdint>

#include "common/core/ceil_div.hpp"
#include "common/octree/shape.hpp"
#include "common/tree/lists.hpp"

namespace gputest::tree {

/// The most passes for n bodies at any positions: that many windows hold the longest possible
/// lists.
inline std::uint32_t list_passes(std::uint64_t n) {
  const std::uint64_t longest = std::min<std::uint64_t>(
      GT_MOST_UNITS, ceil_div(most_cells(n, kLeaf), std::uint64_t{GT_LIST_UNIT}));
  const std::uint64_t window = GT_LIST_WINDOW(n);
  return static_cast<std::uint32_t>(ceil_div(ceil_div(n, std::uint64_t{kGroup}) * longest, window));
}

}  // namespace gputest::tree

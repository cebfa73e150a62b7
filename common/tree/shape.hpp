// The tree over n bodies that stand in the order of a Hilbert curve: which cells it has follows
// from n alone.
#pragma once

#include <cstdint>

#include "common/portable/portable.h"
#include "common/tree/levels.h"

namespace gputest::tree {

inline constexpr std::uint32_t kLeaf = GT_LEAF;          ///< consecutive bodies that a leaf has
inline constexpr std::uint32_t kChildren = GT_CHILDREN;  ///< consecutive cells of a parent
inline constexpr std::uint32_t kGroup = GT_OPENED_BY;    ///< bodies for which a cell is opened
inline constexpr std::uint32_t kMaxLevels = GT_MAX_LEVELS;

/// The cells of each level: see gt_levels.
struct Levels : gt_levels {
  /// Cells of all levels.
  GT_MEMBER_FN std::uint32_t cells() const { return first[number - 1] + 1; }
};

/// Of n bodies, 1 to kMaxBodies.
inline Levels levels_of(std::uint32_t n) { return {gt_levels_of(n)}; }

}  // namespace gputest::tree

// The tree over n bodies that stand in the order of a Hilbert curve: which cells it has follows
// from n alone.
#pragma once

#include <cstdint>

#include "common/portable/portable.h"

namespace gputest::tree {

inline constexpr std::uint32_t kLeaf = 8;        ///< consecutive bodies that a leaf has
inline constexpr std::uint32_t kChildren = 4;    ///< consecutive cells that their parent has
inline constexpr std::uint32_t kGroup = 32;      ///< consecutive bodies for which a cell is opened
inline constexpr std::uint32_t kMaxLevels = 14;  ///< 8 * 4^13 bodies are more than there may be

/// The cells of each level, the leaves first, the root alone in the last: cell k of level l stands
/// at first[l] + k, and its children are the cells 4 k … 4 k + 3 of level l - 1, as many of them as
/// there are; a leaf's bodies are 8 k … 8 k + 7. So every body is in one leaf, whatever the
/// places of the bodies, and no tree is deeper than another of as many bodies (T. Lane Cassell, T.
/// Deakin, A. Alpay, V. Heuveline and G. Brito Gadeschi, IA3 workshop at SC24, 2024, "Hilbert BVH";
/// I. Kamel and C. Faloutsos, CIKM 1993, "packed R-trees").
struct Levels {
  std::uint32_t number = 0;
  std::uint32_t count[kMaxLevels] = {};
  std::uint32_t first[kMaxLevels] = {};

  /// Cells of all levels.
  GT_MEMBER_FN std::uint32_t cells() const { return first[number - 1] + 1; }
};

/// Of n bodies, 1 to kMaxBodies.
inline Levels levels_of(std::uint32_t n) {
  Levels levels;
  std::uint32_t count = (n + kLeaf - 1) / kLeaf, first = 0;
  for (;;) {
    levels.count[levels.number] = count;
    levels.first[levels.number++] = first;
    if (count == 1) return levels;
    first += count;
    count = (count + kChildren - 1) / kChildren;
  }
}

/// A cell's level and its number there as one number.
GT_FN std::uint32_t entry_of(std::uint32_t level, std::uint32_t cell) { return level << 28 | cell; }
/// The level of such a number.
GT_FN std::uint32_t level_of(std::uint32_t entry) { return entry >> 28; }
/// The number in its level of such a number.
GT_FN std::uint32_t cell_of(std::uint32_t entry) { return entry & 0xfffffffu; }

}  // namespace gputest::tree

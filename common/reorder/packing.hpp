// How a permutation is cut into boxes that are whole runs of memory on both sides.
#pragma once

#include <cstdint>

#include "common/reorder/strided_order.hpp"

namespace gputest::reorder {

/// A permutation as boxes of elements, each small enough to be staged, of as many dimensions as
/// make long runs of memory in the source and in the result: the packed kernels of Hynninen and
/// Lyakh 2017 (cuTT, arXiv:1705.01598, section 4). A box has `box[k]` elements along dimension k,
/// fewer at the end. Dimensions are in the source's order, but those along which a box has one
/// element come last.
struct Packing {
  std::uint32_t extent[6] = {1, 1, 1, 1, 1, 1};
  std::uint32_t from[6] = {}, to[6] = {};  ///< strides in the source and in the result
  std::uint32_t box[6] = {1, 1, 1, 1, 1, 1};
  /// 2^32 / box[k] rounded up, or 0 where box[k] is 1: the upper half of its product with a number
  /// below 2^16 is that number over box[k].
  std::uint32_t reciprocal[6] = {};
  std::uint32_t depth = 0;                      ///< dimensions along which a box has more than one
  std::uint32_t later[6] = {0, 1, 2, 3, 4, 5};  ///< of these the k-th fastest of the result
  /// From one element to the next where a box is staged: odd, so that a walk along any dimension
  /// visits every bank of a memory that has a power of two of them.
  std::uint32_t pitch[6] = {};
  std::uint32_t staged = 1;  ///< elements of staging memory

  /// Elements of a box.
  std::uint32_t volume() const {
    std::uint32_t volume = 1;
    for (const std::uint32_t edge : box) volume *= edge;
    return volume;
  }
  std::uint64_t boxes() const {
    std::uint64_t boxes = 1;
    for (std::size_t k = 0; k < 6; ++k) boxes *= (extent[k] - 1) / box[k] + 1;
    return boxes;
  }
};

/// Boxes with runs as long as `capacity` elements of staging memory allow, alike on both sides.
Packing packing_of(const StridedOrder& order, std::uint32_t capacity);

}  // namespace gputest::reorder

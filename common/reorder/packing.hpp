// Cuts a permutation into boxes that consist of whole runs of memory on both sides.
#pragma once

#include <cstdint>

#include "common/reorder/strided_order.hpp"

namespace gputest::reorder {

/// A permutation as boxes of elements that are small enough to be staged. A box has as many
/// dimensions as long runs of memory need, in the source and in the result: the packed kernels of
/// Hynninen and Lyakh 2017 (cuTT, arXiv:1705.01598, section 4). A box has `box[k]` elements along
/// dimension k, fewer at the end. Dimensions are in the source's order, except that those with one
/// element per box come last.
struct Packing {
  std::uint32_t extent[6] = {1, 1, 1, 1, 1, 1};
  std::uint32_t from[6] = {}, to[6] = {};  ///< strides in the source and in the result
  std::uint32_t box[6] = {1, 1, 1, 1, 1, 1};
  /// 2^32 / box[k] rounded up, or 0 if box[k] is 1: the upper half of its product with a number
  /// below 2^16 is that number over box[k].
  std::uint32_t reciprocal[6] = {};
  std::uint32_t depth = 0;                      ///< dimensions with more than one element per box
  std::uint32_t later[6] = {0, 1, 2, 3, 4, 5};  ///< the k-th fastest of these in the result
  /// The distance of elements in a staged box: odd, so that a walk along any dimension uses every
  /// bank of a memory with a power of two of them.
  std::uint32_t pitch[6] = {};
  std::uint32_t staged = 1;  ///< elements of staging memory

  /// The number of elements of a box.
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

/// Boxes with the longest runs that `capacity` elements of staging memory allow, equal on both
/// sides.
Packing packing_of(const StridedOrder& order, std::uint32_t capacity);

}  // namespace gputest::reorder

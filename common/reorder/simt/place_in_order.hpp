// Computes the new places of the elements of a permutation, one by one.
#pragma once

#include "common/reorder/strided_order.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// The place of element number i of an order: the sum over dimensions of its index times the
/// stride.
GT_DEVICE_FN std::uint32_t place_in_order(const reorder::StridedOrder& order, std::uint32_t i) {
  std::uint32_t place = 0;
  GT_UNROLL
  for (unsigned k = 0; k < reorder::StridedOrder::kMost; ++k) {
    if (k >= order.rank) continue;
    const std::uint32_t rest = i / order.extent[k];
    place += (i - rest * order.extent[k]) * order.to[k];
    i = rest;
  }
  return place;
}

}  // namespace simt
}  // namespace gputest

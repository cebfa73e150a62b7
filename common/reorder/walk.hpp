// Walks over an order's elements one after another, on the host's processor.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/reorder/strided_order.hpp"

namespace gputest::reorder {

/// Calls f(i, place) for the elements i = first … last - 1 of an order: place is the sum over the
/// dimensions of the index times `to`.
template <class F>
void walk(const StridedOrder& order, std::uint32_t first, std::uint32_t last, const F& f) {
  std::uint32_t index[StridedOrder::kMost] = {};
  std::uint32_t rest = first, place = 0;
  for (std::size_t k = 0; k < order.rank; rest /= order.extent[k], ++k) {
    index[k] = rest % order.extent[k];
    place += index[k] * order.to[k];
  }
  for (std::uint32_t i = first; i < last; ++i) {
    f(i, place);
    for (std::size_t k = 0; k < order.rank; ++k) {
      place += order.to[k];
      if (++index[k] < order.extent[k]) break;
      place -= order.extent[k] * order.to[k];
      index[k] = 0;
    }
  }
}

}  // namespace gputest::reorder

// Permutations that can be done in place by exchanging elements two by two.
#pragma once

#include <cstddef>

#include "common/reorder/strided_order.hpp"

namespace gputest::reorder {

/// Whether every dimension keeps its place or changes it with one of the same extent. Such an order
/// done twice is none, and each element changes places with one other or stays. Any other moves
/// elements along cycles.
inline bool exchanges_in_pairs(const StridedOrder& order) {
  for (std::size_t k = 0; k < order.rank; ++k) {
    bool has_partner = false;
    for (std::size_t other = 0; other < order.rank; ++other)
      has_partner |= order.to[k] == order.from(other) && order.to[other] == order.from(k) &&
                     order.extent[k] == order.extent[other];
    if (!has_partner) return false;
  }
  return true;
}

}  // namespace gputest::reorder

// Permutations that can be done in place by swapping elements in pairs.
#pragma once

#include <cstddef>

#include "common/reorder/strided_order.hpp"

namespace gputest::reorder {

/// Whether every dimension stays or is swapped with one of the same extent. Done twice, such a
/// permutation is the identity, and each element is swapped with one other or stays. Any other
/// permutation moves elements along cycles.
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

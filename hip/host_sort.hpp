// Sorting and prefix sums in the memory of devices that are the host.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "common/simt/device_sort.hpp"

namespace gputest::hip {

/// A stable sort by key.
inline void sort_pairs(const simt::KeyedValues& p) {
  std::vector<std::uint32_t> order(p.n);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return p.keys[a] < p.keys[b]; });
  for (std::uint32_t k = 0; k < p.n; ++k) {
    p.sorted_keys[k] = p.keys[order[k]];
    p.sorted_values[k] = p.values[order[k]];
  }
}

}  // namespace gputest::hip

// The tree built on the host's processor, and walked there.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/tree/cell.hpp"

namespace gputest::tree {

/// Calls f(k) for k = 0 … count - 1, which throws nothing, on all threads.
template <class F>
void for_each(std::uint32_t count, const F& f) {
#pragma omp parallel for schedule(dynamic, 256) if (count > 4096)
  for (std::uint32_t k = 0; k < count; ++k) f(k);
}

/// A body's place on the curve, and its number.
using Keyed = std::pair<std::uint64_t, std::uint32_t>;

/// Sorts the bodies, load(i) being the i-th as x y z m, into a.sorted and a.order; `keyed` has room
/// for n.
template <class Real, class Load>
void sort_bodies(const Arrays<Real>& a, std::vector<Keyed>& keyed, std::uint32_t n,
                 const Load& load) {
  Vector4<Real> low = load(0), high = low;
  for (std::uint32_t i = 1; i < n; ++i) gt_widen(&low, &high, load(i), load(i));
  for_each(n, [&](std::uint32_t i) { keyed[i] = {gt_curve_key(load(i), low, high), i}; });
  std::sort(keyed.begin(), keyed.end());
  for_each(n, [&](std::uint32_t k) {
    a.order[k] = keyed[k].second;
    a.sorted[k] = load(keyed[k].second);
  });
}

/// Makes the cells, level by level from the leaves.
template <class Real>
void make_cells(const Arrays<Real>& a, const Levels& levels, std::uint32_t n, Real theta) {
  for (std::uint32_t level = 0; level < levels.number; ++level)
    for_each(levels.count[level],
             [&](std::uint32_t k) { make_cell(a, levels, level, k, n, theta); });
}

/// Walks the tree for the bodies in a box: calls far(place) for each cell that is taken as a whole,
/// and near(first, last) for the bodies of each leaf that is opened.
template <class Real, class Far, class Near>
void walk(const Arrays<Real>& a, const Levels& levels, std::uint32_t n, const Vector4<Real>& low,
          const Vector4<Real>& high, const Far& far, const Near& near) {
  std::uint32_t stack[kChildren * kMaxLevels];  // three brothers a level wait at most
  std::uint32_t top = 0;
  stack[top++] = gt_entry(levels.number - 1, 0);
  while (top > 0) {
    const std::uint32_t entry = stack[--top], level = gt_entry_level(entry),
                        k = gt_entry_cell(entry);
    if (gt_is_far(a.centres[levels.first[level] + k], low, high)) {
      far(levels.first[level] + k);
    } else if (level == 0) {
      near(k * kLeaf, std::min(k * kLeaf + kLeaf, n));
    } else {
      const std::uint32_t last = std::min(k * kChildren + kChildren, levels.count[level - 1]);
      for (std::uint32_t child = k * kChildren; child < last; ++child)
        stack[top++] = gt_entry(level - 1, child);
    }
  }
}

/// 1/sqrt(x) on the host.
struct HostRoot {
  template <class Real>
  static Real of(Real x) {
    return 1 / std::sqrt(x);
  }
};

}  // namespace gputest::tree

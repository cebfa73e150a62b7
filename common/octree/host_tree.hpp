// Builds and walks the tree on the host's processor.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/octree/cell.hpp"
#include "common/octree/essential.hpp"

namespace gputest::tree {

/// Calls f(k) for k = 0 … count - 1 on all threads; f must not throw.
template <class F>
void for_each(std::uint32_t count, const F& f) {
#pragma omp parallel for schedule(dynamic, 256) if (count > 4096)
  for (std::uint32_t k = 0; k < count; ++k) f(k);
}

/// A body's place on the curve, and its number.
using Keyed = std::pair<std::uint64_t, std::uint32_t>;

/// Sorts the bodies into a.sorted and a.order; load(i) is the i-th as x y z m; `keyed` has room for
/// n.
template <class Real, class Load>
void sort_bodies(const Arrays<Real>& a, std::vector<Keyed>& keyed, std::uint32_t n,
                 const Load& load) {
  Vector4<Real> low = load(0), high = low;
  for (std::uint32_t i = 1; i < n; ++i) gt_widen(&low, &high, load(i), load(i));
  for_each(n, [&](std::uint32_t i) { keyed[i] = {gt_curve_key(load(i), low, high), i}; });
  std::sort(keyed.begin(), keyed.end());
  for_each(n, [&](std::uint32_t k) {
    a.keys[k] = keyed[k].first;
    a.order[k] = keyed[k].second;
    a.sorted[k] = load(keyed[k].second);
  });
}

/// Numbers the cells of sorted bodies, with at most `leaf` per leaf, and returns how many there
/// are.
template <class Real>
std::uint32_t number_cells(const Arrays<Real>& a, std::uint32_t n, std::uint32_t leaf) {
  const std::uint32_t runs = gt_runs_of(n);
  for_each(n, [&](std::uint32_t k) { a.spans[k] = gt_span_of(a.keys, k, n, leaf); });
  a.sums[0] = 0;
  for_each(kLevels * runs, [&](std::uint32_t item) {
    a.sums[1 + item] = gt_count_begun(a.spans, item % runs, item / runs, n);
  });
  for (std::uint32_t item = 0; item < kLevels * runs; ++item) a.sums[1 + item] += a.sums[item];
  return gt_first_cell(a.sums, kLevels, n);
}

/// Makes the numbered cells, children before their parents, and the groups' boxes.
template <class ArraysOfTree, class Real>
void make_cells(const ArraysOfTree& a, std::uint32_t n, Real reach) {
  const std::uint32_t runs = gt_runs_of(n);
  for_each(kLevels * runs, [&](std::uint32_t item) {
    gt_place_cells(a.spans, a.sums, a.links, item % runs, item / runs, n);
  });
  for (std::uint32_t level = kLevels; level-- > 0;) {
    const std::uint32_t first = gt_first_cell(a.sums, level, n);
    for_each(gt_first_cell(a.sums, level + 1, n) - first,
             [&](std::uint32_t k) { make_cell(a, level, first + k, n, reach); });
  }
  for_each((n + kGroup - 1) / kGroup, [&](std::uint32_t group) {
    gt_make_group(a.sorted, a.keys, a.boxes[0], a.boxes[1], a.groups, group, n);
  });
}

/// Makes a message with the host's threads.
template <class Real>
void make_essential(const EssentialArguments<Real>& a) {
  const std::uint32_t cells = a.cells();
  for_each(cells, [&](std::uint32_t cell) { a.name_parent(cell); });
  for_each(cells, [&](std::uint32_t cell) {
    a.claim(cell, [](std::uint32_t* count, std::uint32_t wanted) {
      std::uint32_t before;
#pragma omp atomic capture
      {
        before = *count;
        *count += wanted;
      }
      return before;
    });
  });
  for_each(cells, [&](std::uint32_t cell) { a.pack(cell); });
}

/// A tree that owns its memory.
template <class Real>
class HostTree {
 public:
  HostTree(std::uint32_t n, std::uint32_t leaf)
      : n_(n),
        leaf_(leaf),
        sorted_(n),
        groups_(2 * GT_MOST_BOXES * ((std::size_t{n} + kGroup - 1) / kGroup)),
        keys_(n),
        order_(n),
        spans_(n),
        sums_(count_words(n)) {}

  /// Builds the tree of the bodies load(i), x y z m, up to make_cells().
  template <class Load>
  void build(const Load& load) {
    std::vector<Keyed> keyed(n_);
    sort_bodies(arrays(), keyed, n_, load);
    const std::size_t cells = number_cells(arrays(), n_, leaf_);
    centres_.resize(cells);
    moments_.resize(2 * cells);
    boxes_.resize(2 * cells);
    links_.resize(cells);
  }

  Arrays<Real> arrays() {
    return {sorted_.data(), order_.data(), centres_.data(), moments_.data(), boxes_.data(),
            groups_.data(), links_.data(), keys_.data(),    spans_.data(),   sums_.data()};
  }
  std::size_t cells() const { return links_.size(); }

 private:
  std::uint32_t n_, leaf_;
  std::vector<Vector4<Real>> sorted_, centres_, moments_, boxes_, groups_;
  std::vector<gt_ulong> links_, keys_;
  std::vector<std::uint32_t> order_, spans_, sums_;
};

/// Walks the tree below a root for the bodies begin … end - 1, which are whole groups except for
/// the last. Calls far(cell) for each cell that is taken as a whole, and near(first, last) for the
/// bodies of each opened leaf.
template <class Real, class Far, class Near>
void walk(const Arrays<Real>& a, std::uint32_t begin, std::uint32_t end, const Far& far,
          const Near& near, std::uint32_t root = 0) {
  std::uint32_t stack[kChildren * kLevels];  // at most seven siblings per level wait
  std::uint32_t top = 0;
  stack[top++] = root;
  while (top > 0) {
    const std::uint32_t cell = stack[--top];
    const gt_ulong link = a.links[cell];
    const std::uint32_t first = gt_link_first(link), last = first + gt_link_count(link);
    if (gt_is_far(a.centres[cell], a.groups, begin, end))
      far(cell);
    else if (gt_is_leaf(link))
      near(first, last);
    else
      for (std::uint32_t child = first; child < last; ++child) stack[top++] = child;
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

// The fast multipole method on the host's processor: processes a built tree, level by level.
// Nothing here allocates.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>

#include "common/core/lanes.hpp"
#include "common/core/widest_vectors.hpp"
#include "common/fmm/cell.hpp"
#include "common/octree/host_tree.hpp"

namespace gputest::fmm {

/// Calls f(cell) for each cell of a level, on all threads.
template <class Real, class F>
void for_level(const tree::Arrays<Real>& t, std::uint32_t level, std::uint32_t n, const F& f) {
  const std::uint32_t first = gt_first_cell(t.sums, level, n);
  const std::uint32_t count = gt_first_cell(t.sums, level + 1, n) - first;
#pragma omp parallel for schedule(dynamic, 8) if (count > 64)
  for (std::uint32_t k = 0; k < count; ++k) f(first + k);
}

/// Computes ranges, radii and multipoles of all cells, from the last level up.
template <int Degree, class Real>
void gather(const tree::Arrays<Real>& t, const Arrays<Real>& a, std::uint32_t n) {
  for (std::uint32_t level = tree::kLevels; level-- > 0;)
    for_level(t, level, n, [&](std::uint32_t cell) {
      gt_gather_cell<Degree>(t.sorted, t.centres, t.boxes, t.links, a.radii, a.ranges, a.parents,
                             a.multipoles, cell);
    });
}

/// Writes a cell's lists if the pool has room for them. Returns whether it had.
template <int Degree, class Real>
bool list_cell(const tree::Arrays<Real>& t, const Arrays<Real>& a, std::uint32_t cell, Real usual,
               Real theta, Real share) {
  const std::uint32_t* from = a.lists + GT_LISTS * std::size_t{a.parents[cell]};
  const std::uint32_t begin = cell == 0 ? 1 : from[GT_NEAR_BEGIN],
                      count = cell == 0 ? 1 : from[GT_NEAR_COUNT];
  std::uint32_t* const lists = a.lists + GT_LISTS * std::size_t{cell};
  const auto listed = gt_listed_cell(t.centres, a.radii, t.links, a.ranges, a.multipoles, cell,
                                     usual, theta, share, Degree);
  const auto look = [&](std::uint32_t* pool, auto& found) {
    for (std::uint32_t k = begin; k < begin + count; ++k)
      gt_look_at(listed, t.centres, a.radii, t.links, a.ranges, a.multipoles, pool, a.pool[k],
                 &found);
  };
  typename ListTypes<Real>::Found found{};
  look(nullptr, found);
  const std::uint32_t needed = found.fars + found.wholes + found.nears;
  const std::uint32_t at = std::atomic_ref(a.pool[0]).fetch_add(needed);
  if (at > a.capacity || needed > a.capacity - at) {
    std::atomic_ref(a.pool[0]).fetch_sub(needed);
    lists[GT_FAR_BEGIN] = lists[GT_FAR_COUNT] = 0;
    lists[GT_WHOLE_BEGIN] = lists[GT_WHOLE_COUNT] = 0;
    lists[GT_NEAR_BEGIN] = begin;
    lists[GT_NEAR_COUNT] = count;
    return false;
  }
  lists[GT_FAR_BEGIN] = found.far_at = at;
  lists[GT_FAR_COUNT] = found.fars;
  lists[GT_WHOLE_BEGIN] = found.whole_at = at + found.fars;
  lists[GT_WHOLE_COUNT] = found.wholes;
  lists[GT_NEAR_BEGIN] = found.near_at = at + found.fars + found.wholes;
  lists[GT_NEAR_COUNT] = found.nears;
  look(a.pool, found);
  return true;
}

/// Writes all lists, from the root down. Returns whether the pool had room for all.
template <int Degree, class Real>
bool make_lists(const tree::Arrays<Real>& t, const Arrays<Real>& a, std::uint32_t n, Real usual,
                Real theta, Real share) {
  a.pool[0] = GT_POOL_USED;
  a.pool[1] = 0;
  std::atomic<bool> had_room{true};
  for (std::uint32_t level = 0; level < tree::kLevels; ++level)
    for_level(t, level, n, [&](std::uint32_t cell) {
      if (!list_cell<Degree>(t, a, cell, usual, theta, share)) had_room = false;
    });
  return had_room;
}

/// Expands the cells of a cell's list into its local expansion, as many at a time as a vector has
/// lanes.
template <int Degree, class Real>
void expand_cell(const tree::Arrays<Real>& t, const Arrays<Real>& a, std::uint32_t cell, Real eps2);

/// The local expansions of all cells, including the effects of their ancestors' expansions.
template <int Degree, class Real>
void expand(const tree::Arrays<Real>& t, const Arrays<Real>& a, std::uint32_t n, Real eps2) {
  tree::for_each(gt_first_cell(t.sums, tree::kLevels, n),
                 [&](std::uint32_t cell) { expand_cell<Degree>(t, a, cell, eps2); });
  for (std::uint32_t level = 1; level < tree::kLevels; ++level)
    for_level(t, level, n, [&](std::uint32_t cell) {
      gt_shift_local<Degree>(t.centres, a.radii, a.parents, a.locals, cell);
    });
}

/// Bodies that act on a leaf, one array per component, so that a compiler can vectorise.
template <class Real>
struct Neighbours {
  static constexpr std::uint32_t kBodies = 512, kLanes = Lanes<Real>::kLanes;
  alignas(64) Real x[kBodies], y[kBodies], z[kBodies], m[kBodies];
  std::uint32_t count = 0;

  bool full() const { return count == kBodies; }
  void add(const Vector4<Real>& body) {
    x[count] = body.x;
    y[count] = body.y;
    z[count] = body.z;
    m[count++] = body.w;
  }
  /// Fills up the last vector with copies of the last body, without mass.
  void fill_up() {
    while (count % kLanes != 0) add({x[count - 1], y[count - 1], z[count - 1], 0});
  }
};

/// Adds the effect of whole vectors of neighbours to `count` bodies. A body that meets itself
/// without softening takes a selected value, not a branch.
template <class Real>
GPUTEST_WIDEST_VECTORS void add_neighbours(const Neighbours<Real>& all, const Vector4<Real>* bodies,
                                           std::uint32_t count, Real eps2, Vector4<Real>* sums) {
  using gt_real = Real;
  for (std::uint32_t k = 0; k < count; ++k) {
    const Vector4<Real> self = bodies[k];
    Real ax = 0, ay = 0, az = 0, w = 0;
#pragma omp simd reduction(+ : ax, ay, az, w)
    for (std::uint32_t j = 0; j < all.count; ++j) {
      const Real dx = all.x[j] - self.x, dy = all.y[j] - self.y, dz = all.z[j] - self.z;
      const Real r2 = GT_SOFTENED(dx, dy, dz, eps2);
      const Real u = 1 / std::sqrt(r2 > 0 ? r2 : Real(1));
      GT_ADD_BODY(ax, ay, az, w, dx, dy, dz, r2 > 0 ? all.m[j] : Real(0), u);
    }
    sums[k].x += ax;
    sums[k].y += ay;
    sums[k].z += az;
    sums[k].w += w;
  }
}

/// Adds the effect of the bodies near a leaf to `count` of its bodies.
template <class Real>
void add_near(const tree::Arrays<Real>& t, const Arrays<Real>& a, std::uint32_t cell,
              const Vector4<Real>* bodies, std::uint32_t count, Real eps2, Vector4<Real>* sums) {
  const std::uint32_t* const lists = a.lists + GT_LISTS * std::size_t{cell};
  Neighbours<Real> met;
  const auto add_met = [&] {
    met.fill_up();
    add_neighbours(met, bodies, count, eps2, sums);
    met.count = 0;
  };
  for (std::uint32_t at = 0; at < lists[GT_NEAR_COUNT]; ++at) {
    const std::uint32_t* const range =
        a.ranges + 2 * std::size_t{a.pool[lists[GT_NEAR_BEGIN] + at]};
    for (std::uint32_t j = range[0]; j < range[0] + range[1]; ++j) {
      if (met.full()) add_met();
      met.add(t.sorted[j]);
    }
  }
  add_met();
}

/// Adds the effect of the cells that act on each body singly to `count` bodies, several bodies per
/// vector.
template <int Degree, class Real>
void add_wholes(const tree::Arrays<Real>& t, const Arrays<Real>& a, const std::uint32_t* wholes,
                std::uint32_t how_many, const Vector4<Real>* bodies, std::uint32_t count, Real eps2,
                Vector4<Real>* sums);

/// Calls done(k, its sum) for each sorted body k of a leaf.
template <int Degree, class Real, class F>
void sum_leaf(const tree::Arrays<Real>& t, const Arrays<Real>& a, std::uint32_t cell, Real eps2,
              const F& done) {
  constexpr std::uint32_t kTogether = 32;
  const std::uint32_t* const lists = a.lists + GT_LISTS * std::size_t{cell};
  const std::uint32_t begin = a.ranges[2 * std::size_t{cell}],
                      end = begin + a.ranges[2 * std::size_t{cell} + 1];
  const Real* const local = a.locals + std::size_t{cell} * GT_TERMS(Degree);
  for (std::uint32_t first = begin; first < end; first += kTogether) {
    const std::uint32_t count = std::min(end - first, kTogether);
    const Vector4<Real>* const bodies = t.sorted + first;
    Vector4<Real> sums[kTogether];
    for (std::uint32_t k = 0; k < count; ++k)
      sums[k] = gt_local_at<Degree>(bodies[k], t.centres[cell], a.radii[cell], local);
    add_wholes<Degree>(t, a, a.pool + lists[GT_WHOLE_BEGIN], lists[GT_WHOLE_COUNT], bodies, count,
                       eps2, sums);
    add_near(t, a, cell, bodies, count, eps2, sums);
    for (std::uint32_t k = 0; k < count; ++k) done(first + k, sums[k]);
  }
}

/// Calls done(k, its sum) for every sorted body k, on all threads.
template <int Degree, class Real, class F>
void sum_bodies(const tree::Arrays<Real>& t, const Arrays<Real>& a, std::uint32_t n, Real eps2,
                const F& done) {
  tree::for_each(gt_first_cell(t.sums, tree::kLevels, n), [&](std::uint32_t cell) {
    if (gt_is_leaf(t.links[cell])) sum_leaf<Degree>(t, a, cell, eps2, done);
  });
}

}  // namespace gputest::fmm

// The fast multipole method on the host's processor: what is done with a tree that is built, level
// by level. Nothing here allocates.
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
#pragma omp parallel for schedule(dynamic, 8) if (count > 16)
  for (std::uint32_t k = 0; k < count; ++k) f(first + k);
}

/// Ranges, radii and multipoles of all cells, from the last level up.
template <int Degree, class Real>
void gather(const tree::Arrays<Real>& t, const Arrays<Real>& a, std::uint32_t n) {
  for (std::uint32_t level = tree::kLevels; level-- > 0;)
    for_level(t, level, n, [&](std::uint32_t cell) {
      gt_gather_cell<Degree>(t.sorted, t.centres, t.boxes, t.links, a.radii, a.ranges, a.parents,
                             a.multipoles, cell);
    });
}

/// A cell's lists, which are written if the pool has room for them: whether it had.
template <int Degree, class Real>
bool list_cell(const tree::Arrays<Real>& t, const Arrays<Real>& a, std::uint32_t cell, Real usual,
               Real theta, Real share) {
  const std::uint32_t* from = a.lists + GT_LISTS * std::size_t{a.parents[cell]};
  const std::uint32_t begin = cell == 0 ? 1 : from[GT_NEAR_BEGIN],
                      count = cell == 0 ? 1 : from[GT_NEAR_COUNT];
  std::uint32_t* const lists = a.lists + GT_LISTS * std::size_t{cell};
  const auto look = [&](std::uint32_t* pool, typename FoundOf<Real>::Type& found) {
    for (std::uint32_t k = begin; k < begin + count; ++k)
      gt_look_at(t.centres, a.radii, t.links, a.ranges, a.multipoles, pool, cell, a.pool[k], usual,
                 theta, share, Degree, &found);
  };
  typename FoundOf<Real>::Type found{};
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

/// All lists, from the root down: whether the pool had room for all.
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

/// The local expansion of a cell by those that its list has, as many at a time as a vector has
/// lanes.
template <int Degree, class Real>
GPUTEST_WIDEST_VECTORS void expand_cell(const tree::Arrays<Real>& t, const Arrays<Real>& a,
                                        std::uint32_t cell, Real eps2) {
  using Vector = Lanes<Real>;
  constexpr int kTerms = GT_TERMS(Degree);
  const std::uint32_t* const lists = a.lists + GT_LISTS * std::size_t{cell};
  const std::uint32_t* const fars = a.pool + lists[GT_FAR_BEGIN];
  const std::uint32_t count = lists[GT_FAR_COUNT];
  const Vector4<Real> centre = t.centres[cell];
  Vector local[kTerms];
  for (Vector& term : local) term = Vector(0);
  for (std::uint32_t first = 0; first < count; first += Vector::kLanes) {
    Vector x, y, z, u, radius, moments[kTerms];
    for (std::uint32_t lane = 0; lane < Vector::kLanes; ++lane) {
      // Behind the last one it is the last one again, and does nothing.
      const std::uint32_t other = fars[std::min(first + lane, count - 1)];
      const Vector4<Real> from = t.centres[other];
      const Real dx = centre.x - from.x, dy = centre.y - from.y, dz = centre.z - from.z;
      x.set(lane, dx);
      y.set(lane, dy);
      z.set(lane, dz);
      u.set(lane, 1 / std::sqrt(dx * dx + (dy * dy + (dz * dz + eps2))));
      radius.set(lane, a.radii[other]);
      const Real* const from_terms = a.multipoles + std::size_t{other} * kTerms;
      const Real share = first + lane < count ? Real(1) : Real(0);
      for (int term = 0; term < kTerms; ++term) moments[term].set(lane, share * from_terms[term]);
    }
    gt_add_cell_to_local<Degree>(local, moments, x, y, z, u, Vector(a.radii[cell]), radius);
  }
  for (int term = 0; term < kTerms; ++term)
    a.locals[std::size_t{cell} * kTerms + static_cast<std::size_t>(term)] = local[term].sum();
}

/// The local expansions of all cells, those above included.
template <int Degree, class Real>
void expand(const tree::Arrays<Real>& t, const Arrays<Real>& a, std::uint32_t n, Real eps2) {
  tree::for_each(gt_first_cell(t.sums, tree::kLevels, n),
                 [&](std::uint32_t cell) { expand_cell<Degree>(t, a, cell, eps2); });
  for (std::uint32_t level = 1; level < tree::kLevels; ++level)
    for_level(t, level, n, [&](std::uint32_t cell) {
      gt_shift_local<Degree>(t.centres, a.radii, a.parents, a.locals, cell);
    });
}

/// Adds to a body's sum what bodies first … last - 1 do.
template <class Real>
GPUTEST_WIDEST_VECTORS void add_bodies(const Vector4<Real>* sorted, std::uint32_t first,
                                       std::uint32_t last, const Vector4<Real>& self, Real eps2,
                                       Vector4<Real>& sum) {
  using gt_real = Real;
  Real ax = 0, ay = 0, az = 0, w = 0;
#pragma omp simd reduction(+ : ax, ay, az, w)
  for (std::uint32_t j = first; j < last; ++j) {
    const Vector4<Real> other = sorted[j];
    const Real dx = other.x - self.x, dy = other.y - self.y, dz = other.z - self.z;
    const Real r2 = GT_SOFTENED(dx, dy, dz, eps2);
    const Real u = 1 / std::sqrt(r2 > 0 ? r2 : Real(1));
    GT_ADD_BODY(ax, ay, az, w, dx, dy, dz, r2 > 0 ? other.w : Real(0), u);
  }
  sum.x += ax;
  sum.y += ay;
  sum.z += az;
  sum.w += w;
}

/// Calls done(k, its sum) for each sorted body k of a leaf.
template <int Degree, class Real, class F>
void sum_leaf(const tree::Arrays<Real>& t, const Arrays<Real>& a, std::uint32_t cell, Real eps2,
              const F& done) {
  const std::uint32_t* const lists = a.lists + GT_LISTS * std::size_t{cell};
  const std::uint32_t begin = lists[GT_NEAR_BEGIN], end = begin + lists[GT_NEAR_COUNT];
  const std::uint32_t wholes = lists[GT_WHOLE_BEGIN], wholes_end = wholes + lists[GT_WHOLE_COUNT];
  const std::uint32_t first = a.ranges[2 * std::size_t{cell}],
                      last = first + a.ranges[2 * std::size_t{cell} + 1];
  const Real* const local = a.locals + std::size_t{cell} * GT_TERMS(Degree);
  for (std::uint32_t k = first; k < last; ++k) {
    const Vector4<Real> self = t.sorted[k];
    Vector4<Real> sum = gt_local_at<Degree>(self, t.centres[cell], a.radii[cell], local);
    for (std::uint32_t at = wholes; at < wholes_end; ++at)
      gt_add_whole<Degree>(&sum, self, t.centres, a.radii, a.multipoles, eps2, a.pool[at]);
    for (std::uint32_t at = begin; at < end; ++at) {
      const std::uint32_t* const range = a.ranges + 2 * std::size_t{a.pool[at]};
      add_bodies(t.sorted, range[0], range[0] + range[1], self, eps2, sum);
    }
    done(k, sum);
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

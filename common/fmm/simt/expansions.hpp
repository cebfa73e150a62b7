// The passes of a fast multipole method that compute expansions: of cells by their bodies and
// children, by the cells of their lists, and by their parents.
#pragma once

#include "common/fmm/arguments.hpp"
#include "common/fmm/written_out.hpp"
#include "common/octree/simt/build.hpp"
#include "common/simt/lanes.hpp"

namespace gputest {
namespace simt {

inline constexpr unsigned kFmmBlock = 128;  ///< threads of these passes and of lists, at most

/// Lanes that share the computation of a cell's multipoles.
template <class Simt, int Degree>
inline constexpr unsigned kLanesPerCell =
    Degree <= fmm::kMostWrittenOut ? tree::kChildren : Simt::kWarpSize;

/// Shared memory of a wavefront for two cells: the numbers of one, and the monomials of the
/// distance between their centres.
template <int Degree, class Real>
struct TermsRoom {
  Real numbers[GT_TERMS(Degree)], powers[GT_TERMS(Degree)];
};

/// Ranges, radii and multipoles of the level that has `below` levels under it. For few terms, eight
/// lanes share a cell: each has a child, or every eighth body, and all terms are written out. For
/// more terms, a wavefront has a cell and a lane has a term.
template <class Simt, int Degree, class Real>
__global__ void __launch_bounds__(kFmmBlock)
    fmm_gather(fmm::Arguments<Real> a, std::uint32_t below) {
  constexpr bool kWrittenOut = Degree <= fmm::kMostWrittenOut;
  constexpr unsigned kWarp = Simt::kWarpSize, kLanes = kLanesPerCell<Simt, Degree>;
  constexpr unsigned kTerms = GT_TERMS(Degree);
  constexpr unsigned kOfLane = kWrittenOut ? kTerms : (kTerms + kWarp - 1) / kWarp;  // terms
  using Room = TermsRoom<Degree, Real>;
  GT_SHARED(Room, rooms, [kFmmBlock / kWarp]);
  Simt::check_wavefront();
  const tree::Arrays<Real>& t = a.base.tree;
  const std::uint32_t level = tree::kLevels - 1 - below, n = a.base.n;
  const std::uint32_t begin = gt_first_cell(t.sums, level, n),
                      end = gt_first_cell(t.sums, level + 1, n);
  const unsigned thread = blockIdx.x * kFmmBlock + threadIdx.x, lane = threadIdx.x % kLanes;
  if (thread == 0 && level == 0) {
    a.cells.pool[0] = GT_POOL_USED;
    a.cells.pool[1] = 0;
  }
  // All lanes of a wavefront stay in the loop; those without a cell repeat the last one.
  for (std::uint32_t of_wavefront = begin + thread / kWarp * (kWarp / kLanes); of_wavefront < end;
       of_wavefront += gridDim.x * (kFmmBlock / kLanes)) {
    const std::uint32_t asked = of_wavefront + threadIdx.x % kWarp / kLanes;
    const std::uint32_t cell = asked < end ? asked : end - 1;
    const gt_ulong link = t.links[cell];
    const bool is_leaf = gt_is_leaf(link);
    const std::uint32_t first = gt_link_first(link), last = first + gt_link_count(link);
    const Vector4<Real> centre = t.centres[cell];
    Real radius = 0;
    std::uint32_t bodies = 0;
    for (std::uint32_t k = first + lane; k < last; k += kLanes) {
      const Vector4<Real> at = is_leaf ? t.sorted[k] : t.centres[k];
      const Real dx = at.x - centre.x, dy = at.y - centre.y, dz = at.z - centre.z;
      const Real reach = gt_sqrt(dx * dx + dy * dy + dz * dz) + (is_leaf ? 0 : a.cells.radii[k]);
      radius = reach > radius ? reach : radius;
      bodies += is_leaf ? 1 : a.cells.ranges[2 * std::size_t{k} + 1];
      if (!is_leaf && asked < end) a.cells.parents[k] = cell;
    }
    for (unsigned distance = kLanes / 2; distance > 0; distance /= 2) {
      const Real other = Simt::shuffle(radius, threadIdx.x % kWarp ^ distance);
      radius = other > radius ? other : radius;
    }
    bodies = sum_of_lanes<Simt, kLanes>(bodies);
    const Real corner = fmm::gt_farthest_corner(centre, t.boxes[2 * std::size_t{cell}],
                                                t.boxes[2 * std::size_t{cell} + 1]);
    radius = corner < radius ? corner : radius;
    const Real inverse = fmm::gt_inverse(radius);
    Real sums[kOfLane] = {};
    Real* const to = a.cells.multipoles + std::size_t{cell} * kTerms;
    if constexpr (kWrittenOut) {
      Real powers[kTerms];
      for (std::uint32_t k = first + lane; k < last; k += kLanes) {
        const Vector4<Real> at = is_leaf ? t.sorted[k] : t.centres[k];
        fmm::monomials<Degree>(powers, (at.x - centre.x) * inverse, (at.y - centre.y) * inverse,
                               (at.z - centre.z) * inverse);
        if (is_leaf) {
          GT_UNROLL
          for (unsigned term = 0; term < kTerms; ++term) sums[term] += at.w * powers[term];
        } else {  // no second child
          fmm::scaled<Degree>(sums, a.cells.multipoles + std::size_t{k} * kTerms,
                              a.cells.radii[k] * inverse);
          fmm::convolve<Degree>(sums, powers);
        }
      }
      GT_UNROLL
      for (unsigned term = 0; term < kTerms; ++term) {
        const Real sum = sum_of_lanes<Simt, kLanes>(sums[term]);
        if (term % kLanes == lane && asked < end) to[term] = sum;
      }
    } else {
      Room& room = rooms[threadIdx.x / kWarp];
      for (std::uint32_t k = first; k < last; ++k) {
        const Vector4<Real> at = is_leaf ? t.sorted[k] : t.centres[k];
        const Real x = (at.x - centre.x) * inverse, y = (at.y - centre.y) * inverse,
                   z = (at.z - centre.z) * inverse;
        const Real ratio = is_leaf ? 0 : a.cells.radii[k] * inverse;
        GT_UNROLL_BY(1)
        for (unsigned part = 0; part < kOfLane; ++part) {
          const unsigned term = part * kWarp + lane;
          if (term >= kTerms) break;
          int degree, m, c;
          gt_find_term(static_cast<int>(term), &degree, &m, &c);
          const Real power = gt_monomial(degree, m, c, x, y, z);
          if (is_leaf) {
            sums[part] += at.w * power;
          } else {
            Real number = a.cells.multipoles[std::size_t{k} * kTerms + term];
            for (int factor = 0; factor < degree; ++factor) number *= ratio;
            room.numbers[term] = number;
            room.powers[term] = power;
          }
        }
        if (is_leaf) continue;
        Simt::sync_warp();
        GT_UNROLL_BY(1)
        for (unsigned part = 0; part < kOfLane; ++part) {
          const unsigned term = part * kWarp + lane;
          if (term >= kTerms) break;
          int degree, m, c;
          gt_find_term(static_cast<int>(term), &degree, &m, &c);
          sums[part] += gt_convolved(room.numbers, room.powers, degree, m, c);
        }
        Simt::sync_warp();
      }
      for (unsigned part = 0; part < kOfLane; ++part)
        if (part * kWarp + lane < kTerms) to[part * kWarp + lane] = sums[part];
    }
    if (lane == 0 && asked < end) {
      if (cell == 0) a.cells.parents[cell] = 0;  // the root has none
      a.cells.radii[cell] = radius;
      a.cells.ranges[2 * std::size_t{cell}] =
          is_leaf ? first : a.cells.ranges[2 * std::size_t{first}];
      a.cells.ranges[2 * std::size_t{cell} + 1] = bodies;
    }
  }
}

/// The multipoles of as many cells as a wavefront has lanes, one column per lane.
template <class Simt, int Degree, class Real>
struct StagedCells {
  static constexpr unsigned kWarp = Simt::kWarpSize;
  static constexpr bool kIsUsed = Degree <= fmm::kMostWrittenOut;
  Real numbers[kIsUsed ? GT_TERMS(Degree) : 1][kWarp + 1];  // padded: no bank conflicts in rows or
                                                            // columns
  /// Threads of a block; each of its wavefronts has its own StagedCells.
  static constexpr unsigned kBlock =
      sizeof(numbers) * (kFmmBlock / kWarp) <= 48 * 1024 ? kFmmBlock : kFmmBlock / 2;
};

/// Stages the multipoles of the cells of `count` lanes, several at a time, so that many loads
/// overlap. Nothing after the last cell is read.
template <class Simt, int Degree, class Real>
GT_DEVICE_FN void stage(const Real* multipoles, std::uint32_t of_lane, unsigned count,
                        StagedCells<Simt, Degree, Real>& room) {
  constexpr unsigned kWarp = Simt::kWarpSize, kTerms = GT_TERMS(Degree);
  constexpr unsigned kParts = (kTerms + kWarp - 1) / kWarp, kTogether = 8;  // columns
  const unsigned lane = threadIdx.x % kWarp;
  for (unsigned first = 0; first < count; first += kTogether) {
    Real numbers[kTogether][kParts];
    GT_UNROLL
    for (unsigned column = 0; column < kTogether; ++column) {
      const Real* const from =
          multipoles + std::size_t{Simt::shuffle(of_lane, first + column)} * kTerms;
      GT_UNROLL
      for (unsigned part = 0; part < kParts; ++part) {
        const unsigned term = part * kWarp + lane;
        numbers[column][part] = from[term < kTerms ? term : 0];
      }
    }
    GT_UNROLL
    for (unsigned column = 0; column < kTogether; ++column) {
      GT_UNROLL
      for (unsigned part = 0; part < kParts; ++part) {
        const unsigned term = part * kWarp + lane;
        if (term < kTerms) room.numbers[term][first + column] = numbers[column][part];
      }
    }
  }
}

/// Expands the cells of each cell's list into its local expansion, for all cells.
template <class Simt, int Degree, class Real>
__global__ void __launch_bounds__((StagedCells<Simt, Degree, Real>::kBlock))
    fmm_expand(fmm::Arguments<Real> a) {
  using Staged = StagedCells<Simt, Degree, Real>;
  constexpr unsigned kWarp = Simt::kWarpSize, kBlock = Staged::kBlock;
  constexpr int kTerms = GT_TERMS(Degree);
  GT_SHARED(Staged, rooms, [kBlock / kWarp]);
  Simt::check_wavefront();
  Staged& room = rooms[threadIdx.x / kWarp];
  const tree::Arrays<Real>& t = a.base.tree;
  const unsigned lane = threadIdx.x % kWarp;
  const std::uint32_t cells = gt_first_cell(t.sums, tree::kLevels, a.base.n);
  const std::uint32_t wavefronts = gridDim.x * (kBlock / kWarp);
  for (std::uint32_t cell = (blockIdx.x * kBlock + threadIdx.x) / kWarp; cell < cells;
       cell += wavefronts) {
    const std::uint32_t* const lists = a.cells.lists + GT_LISTS * std::size_t{cell};
    const std::uint32_t begin = lists[GT_FAR_BEGIN], end = begin + lists[GT_FAR_COUNT];
    const Vector4<Real> centre = t.centres[cell];
    const Real radius = a.cells.radii[cell];
    Real local[kTerms];
    GT_UNROLL
    for (int term = 0; term < kTerms; ++term) local[term] = 0;
    for (std::uint32_t base = begin; base < end; base += kWarp) {
      const unsigned count = end - base < kWarp ? end - base : kWarp;
      const std::uint32_t other = a.cells.pool[base + (lane < count ? lane : 0)];
      if constexpr (Staged::kIsUsed) {
        stage<Simt, Degree>(a.cells.multipoles, other, count, room);
        Simt::sync_warp();
        if (lane < count) {
          const Vector4<Real> from = t.centres[other];
          const Real x = centre.x - from.x, y = centre.y - from.y, z = centre.z - from.z;
          fmm::add_cell_to_local<Degree>(
              local, [&](int place) { return room.numbers[place][lane]; }, x, y, z,
              DeviceRoot<Simt>::of(GT_SOFTENED(x, y, z, a.base.eps2)), radius,
              a.cells.radii[other]);
        }
        Simt::sync_warp();
      } else if (lane < count) {
        fmm::gt_expand<Degree>(local, centre, radius, t.centres, a.cells.radii, a.cells.multipoles,
                               a.base.eps2, other);
      }
    }
    Real* const to = a.cells.locals + std::size_t{cell} * kTerms;
    GT_UNROLL
    for (int term = 0; term < kTerms; ++term) {
      const Real sum = sum_of_lanes<Simt, kWarp>(local[term]);
      if (static_cast<unsigned>(term) % kWarp == lane) to[term] = sum;
    }
  }
}

/// Adds the parents' local expansions to those of a level's cells: a wavefront has a cell, a lane
/// has a term.
template <class Simt, int Degree, class Real>
__global__ void __launch_bounds__(kFmmBlock)
    fmm_shift(fmm::Arguments<Real> a, std::uint32_t above) {
  constexpr unsigned kWarp = Simt::kWarpSize, kTerms = GT_TERMS(Degree);
  using Room = TermsRoom<Degree, Real>;
  GT_SHARED(Room, rooms, [kFmmBlock / kWarp]);
  Simt::check_wavefront();
  Room& room = rooms[threadIdx.x / kWarp];
  const tree::Arrays<Real>& t = a.base.tree;
  const std::uint32_t level = 1 + above, n = a.base.n;
  const std::uint32_t end = gt_first_cell(t.sums, level + 1, n);
  const unsigned lane = threadIdx.x % kWarp;
  for (std::uint32_t cell =
           gt_first_cell(t.sums, level, n) + (blockIdx.x * kFmmBlock + threadIdx.x) / kWarp;
       cell < end; cell += gridDim.x * (kFmmBlock / kWarp)) {
    const std::uint32_t parent = a.cells.parents[cell];
    const Vector4<Real> centre = t.centres[cell], from = t.centres[parent];
    const Real radius = a.cells.radii[parent], inverse = fmm::gt_inverse(radius);
    const Real ratio = a.cells.radii[cell] * inverse;
    int degree, m, c;
    for (unsigned term = lane; term < kTerms; term += kWarp) {
      gt_find_term(static_cast<int>(term), &degree, &m, &c);
      room.numbers[term] = a.cells.locals[std::size_t{parent} * kTerms + term];
      room.powers[term] = gt_monomial(degree, m, c, (centre.x - from.x) * inverse,
                                      (centre.y - from.y) * inverse, (centre.z - from.z) * inverse);
    }
    Simt::sync_warp();
    for (unsigned term = lane; term < kTerms; term += kWarp) {
      gt_find_term(static_cast<int>(term), &degree, &m, &c);
      a.cells.locals[std::size_t{cell} * kTerms + term] +=
          gt_handed_down<Degree>(room.numbers, room.powers, ratio, radius, degree, m, c);
    }
    Simt::sync_warp();
  }
}

}  // namespace simt
}  // namespace gputest

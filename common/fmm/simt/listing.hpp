// The passes of a fast multipole method that list what acts on each cell, level by level.
#pragma once

#include "common/fmm/simt/expansions.hpp"

namespace gputest {
namespace simt {

/// The sum of what the lanes below this one pass, and in `all` what every one does; all of a
/// wavefront's lanes call.
template <class Simt>
GT_DEVICE_FN std::uint32_t sum_below(std::uint32_t value, unsigned lane, std::uint32_t& all) {
  std::uint32_t upto = value;
  for (unsigned distance = 1; distance < Simt::kWarpSize; distance *= 2) {
    const std::uint32_t before = Simt::shuffle(upto, lane < distance ? lane : lane - distance);
    upto += lane < distance ? 0 : before;
  }
  all = Simt::shuffle(upto, Simt::kWarpSize - 1);
  return upto - value;
}

/// What a wavefront keeps in shared memory: cells that wait to be looked at, and what was found.
template <unsigned Warp>
struct ListRoom {
  /// Of a cell that is opened the children wait, a wavefront's cells at a time or, where there is
  /// no room for so many, one cell: then seven brothers a level wait at most.
  static constexpr unsigned kOneByOne = (tree::kChildren - 1) * tree::kLevels;
  static constexpr unsigned kWaiting = 16 * Warp;
  static_assert(kWaiting >= (tree::kChildren + 1) * Warp + kOneByOne);
  /// Found cells that are kept. If there are more, all are looked at again.
  static constexpr unsigned kFound = 1024;
  std::uint32_t waiting[kWaiting], found[kFound];  ///< the latter with what is done with them

  /// How many of so many that wait are looked at together.
  static GT_MEMBER_FN unsigned together(unsigned count) {
    const unsigned places = kWaiting - kOneByOne;
    const unsigned room = count < places ? (places - count) / (tree::kChildren - 1) : 0;
    const unsigned most = count < Warp ? count : Warp;
    return room < 1 ? 1 : room < most ? room : most;
  }
};
/// Of an entry of `found` the cell; what gt_judge() says of it is above. The multipoles of so many
/// cells would take 150 GB.
inline constexpr unsigned kCellBits = 30;
inline constexpr std::uint32_t kCellMask = (1U << kCellBits) - 1;

/// Looks at a cell's candidates, `count` in the pool from `begin` on, and at the cells within, as
/// many at a time as a wavefront has lanes. All of these call done(is_one, kind, cell): whether the
/// lane has found one that acts on the cell.
template <class Simt, class Real, class Done>
GT_DEVICE_FN void look_at_candidates(const fmm::Arguments<Real>& a,
                                     const typename fmm::ListTypes<Real>::Listed& listed,
                                     std::uint32_t begin, std::uint32_t count,
                                     std::uint32_t* waiting_cells, const Done& done) {
  constexpr unsigned kWarp = Simt::kWarpSize;
  const tree::Arrays<Real>& t = a.base.tree;
  const unsigned lane = threadIdx.x % kWarp;
  const std::uint32_t end = begin + count;
  unsigned waiting = 0;
  for (std::uint32_t next = begin; waiting > 0 || next < end;) {
    // Candidates, unless enough wait.
    const bool takes_candidates = next < end && waiting < kWarp;
    const unsigned left = end - next < kWarp ? end - next : kWarp;
    const unsigned taken = takes_candidates ? left : ListRoom<kWarp>::together(waiting);
    const bool is_one = lane < taken;
    std::uint32_t cell = 0, kind = GT_IS_NEAR;
    gt_ulong link = 0;
    if (takes_candidates) {
      if (is_one) cell = a.cells.pool[next + lane];
      next += taken;
    } else {
      waiting -= taken;
      if (is_one) cell = waiting_cells[waiting + lane];
    }
    if (is_one) {
      link = t.links[cell];
      kind = fmm::gt_judge(listed, t.centres, a.cells.radii, a.cells.ranges, a.cells.multipoles,
                           cell, link, takes_candidates);
    }
    done(is_one && kind != GT_IS_OPEN, kind, cell);
    const std::uint32_t children = is_one && kind == GT_IS_OPEN ? gt_link_count(link) : 0;
    std::uint32_t all;
    const std::uint32_t before = sum_below<Simt>(children, lane, all);
    Simt::sync_warp();  // those that waited are read
    for (std::uint32_t child = 0; child < children; ++child)
      waiting_cells[waiting + before + child] = gt_link_first(link) + child;
    waiting += all;
    Simt::sync_warp();
  }
}

/// The lists of a level's cells: a cell is a wavefront's.
template <class Simt, int Degree, class Real>
__global__ void __launch_bounds__(kFmmBlock) fmm_list(fmm::Arguments<Real> a, std::uint32_t level) {
  using LaneMask = typename Simt::LaneMask;
  constexpr unsigned kWarp = Simt::kWarpSize;
  using Room = ListRoom<kWarp>;
  GT_SHARED(Room, rooms, [kFmmBlock / kWarp]);
  Simt::check_wavefront();
  const tree::Arrays<Real>& t = a.base.tree;
  Room& room = rooms[threadIdx.x / kWarp];
  std::uint32_t* const pool = a.cells.pool;
  const unsigned lane = threadIdx.x % kWarp;
  const LaneMask below = (LaneMask(1) << lane) - 1;
  const auto lanes_in = [](LaneMask lanes) { return static_cast<std::uint32_t>(__popcll(lanes)); };
  const std::uint32_t n = a.base.n, end = gt_first_cell(t.sums, level + 1, n);
  const std::uint32_t wavefronts = gridDim.x * (kFmmBlock / kWarp);
  for (std::uint32_t cell =
           gt_first_cell(t.sums, level, n) + (blockIdx.x * kFmmBlock + threadIdx.x) / kWarp;
       cell < end; cell += wavefronts) {
    const std::uint32_t* const from = a.cells.lists + GT_LISTS * std::size_t{a.cells.parents[cell]};
    const std::uint32_t begin = cell == 0 ? 1 : from[GT_NEAR_BEGIN],
                        count = cell == 0 ? 1 : from[GT_NEAR_COUNT];
    const auto listed =
        fmm::gt_listed_cell(t.centres, a.cells.radii, t.links, a.cells.ranges, a.cells.multipoles,
                            cell, a.pull, a.theta, a.share, Degree);
    // By kind: how many, and where in the pool the next one is written.
    std::uint32_t found[3] = {}, places[3];
    std::uint32_t needed = 0;
    look_at_candidates<Simt>(a, listed, begin, count, room.waiting,
                             [&](bool is_one, std::uint32_t kind, std::uint32_t which) {
                               const LaneMask all = Simt::ballot(is_one);
                               const std::uint32_t place = needed + lanes_in(all & below);
                               if (is_one && place < Room::kFound)
                                 room.found[place] = kind << kCellBits | which;
                               GT_UNROLL
                               for (std::uint32_t k = 0; k < 3; ++k)
                                 found[k] += lanes_in(Simt::ballot(is_one && kind == k));
                               needed += lanes_in(all);
                             });
    std::uint32_t at = 0;
    if (lane == 0) at = atomicAdd(pool, needed);
    at = Simt::shuffle(at, 0);
    const bool has_room = at <= a.cells.capacity && needed <= a.cells.capacity - at;
    places[GT_IS_FAR] = at;
    places[GT_IS_WHOLE] = at + found[GT_IS_FAR];
    places[GT_IS_NEAR] = at + found[GT_IS_FAR] + found[GT_IS_WHOLE];
    const auto write = [&](bool is_one, std::uint32_t kind, std::uint32_t which) {
      GT_UNROLL
      for (std::uint32_t k = 0; k < 3; ++k) {
        const LaneMask all = Simt::ballot(is_one && kind == k);
        if (is_one && kind == k) pool[places[k] + lanes_in(all & below)] = which;
        places[k] += lanes_in(all);
      }
    };
    if (has_room && needed <= Room::kFound) {
      Simt::sync_warp();
      for (std::uint32_t k = 0; k < needed; k += kWarp) {
        const bool is_one = k + lane < needed;
        const std::uint32_t entry = room.found[is_one ? k + lane : 0];
        write(is_one, entry >> kCellBits, entry & kCellMask);
      }
      Simt::sync_warp();
    } else if (has_room) {
      look_at_candidates<Simt>(a, listed, begin, count, room.waiting, write);
    }
    if (lane == 0) {
      std::uint32_t* const lists = a.cells.lists + GT_LISTS * std::size_t{cell};
      if (!has_room) atomicSub(pool, needed);
      lists[GT_FAR_BEGIN] = at;
      lists[GT_FAR_COUNT] = has_room ? found[GT_IS_FAR] : 0;
      lists[GT_WHOLE_BEGIN] = at + found[GT_IS_FAR];
      lists[GT_WHOLE_COUNT] = has_room ? found[GT_IS_WHOLE] : 0;
      lists[GT_NEAR_BEGIN] = has_room ? at + found[GT_IS_FAR] + found[GT_IS_WHOLE] : begin;
      lists[GT_NEAR_COUNT] = has_room ? found[GT_IS_NEAR] : count;
    }
  }
}

}  // namespace simt
}  // namespace gputest

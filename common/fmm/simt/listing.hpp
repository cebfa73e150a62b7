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

/// What a wavefront keeps in shared memory of cells that wait to be looked at.
template <unsigned Warp>
struct WaitingRoom {
  /// Of a cell that is opened the children wait, a wavefront's cells at a time or, where there is
  /// no room for so many, one cell: then seven brothers a level wait at most.
  static constexpr unsigned kOneByOne = (tree::kChildren - 1) * tree::kLevels;
  static constexpr unsigned kPlaces = 16 * Warp;
  static_assert(kPlaces >= (tree::kChildren + 1) * Warp + kOneByOne);
  std::uint32_t cells[kPlaces];

  /// How many of those that wait are looked at together.
  static GT_MEMBER_FN unsigned together(unsigned waiting) {
    const unsigned places = kPlaces - kOneByOne;
    const unsigned room = waiting < places ? (places - waiting) / (tree::kChildren - 1) : 0;
    const unsigned most = waiting < Warp ? waiting : Warp;
    return room < 1 ? 1 : room < most ? room : most;
  }
};

/// What of a cell's candidates, `count` in the pool from `begin` on, and of the cells within acts
/// on it, as many cells at a time as a wavefront has lanes. Where `found` says so they are written.
template <class Simt, class Real>
GT_DEVICE_FN void look_at_candidates(const fmm::Arguments<Real>& a,
                                     const typename fmm::ListTypes<Real>::Listed& listed,
                                     std::uint32_t begin, std::uint32_t count, bool writes,
                                     std::uint32_t* waiting_cells,
                                     typename fmm::ListTypes<Real>::Found& found) {
  using LaneMask = typename Simt::LaneMask;
  using Room = WaitingRoom<Simt::kWarpSize>;
  const tree::Arrays<Real>& t = a.base.tree;
  std::uint32_t* const pool = a.cells.pool;
  const unsigned lane = threadIdx.x % Simt::kWarpSize;
  const LaneMask below = (LaneMask(1) << lane) - 1;
  const auto write = [&](bool is_one, std::uint32_t cell, std::uint32_t& count_of,
                         std::uint32_t& at) {
    const LaneMask all = Simt::ballot(is_one);
    const auto more = static_cast<std::uint32_t>(__popcll(all));
    if (writes && is_one) pool[at + static_cast<std::uint32_t>(__popcll(all & below))] = cell;
    at += more;
    count_of += more;
  };
  unsigned waiting = 0;
  const std::uint32_t end = begin + count;
  for (std::uint32_t next = begin; waiting > 0 || next < end;) {
    // Candidates, unless enough wait.
    const bool takes_candidates = next < end && waiting < Simt::kWarpSize;
    const unsigned left = end - next < Simt::kWarpSize ? end - next : Simt::kWarpSize;
    const unsigned taken = takes_candidates ? left : Room::together(waiting);
    const bool is_one = lane < taken;
    std::uint32_t cell = 0, kind = GT_IS_NEAR;
    gt_ulong link = 0;
    if (takes_candidates) {
      if (is_one) cell = pool[next + lane];
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
    write(is_one && kind == GT_IS_FAR, cell, found.fars, found.far_at);
    write(is_one && kind == GT_IS_WHOLE, cell, found.wholes, found.whole_at);
    write(is_one && kind == GT_IS_NEAR, cell, found.nears, found.near_at);
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
  constexpr unsigned kWarp = Simt::kWarpSize;
  using Room = WaitingRoom<kWarp>;
  GT_SHARED(Room, rooms, [kFmmBlock / kWarp]);
  Simt::check_wavefront();
  const tree::Arrays<Real>& t = a.base.tree;
  std::uint32_t* const waiting = rooms[threadIdx.x / kWarp].cells;
  const unsigned lane = threadIdx.x % kWarp;
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
    typename fmm::ListTypes<Real>::Found found{};
    look_at_candidates<Simt, Real>(a, listed, begin, count, false, waiting, found);
    const std::uint32_t fars = found.fars, wholes = found.wholes, nears = found.nears;
    const std::uint32_t needed = fars + wholes + nears;
    std::uint32_t at = 0;
    if (lane == 0) at = atomicAdd(a.cells.pool, needed);
    at = Simt::shuffle(at, 0);
    const bool has_room = at <= a.cells.capacity && needed <= a.cells.capacity - at;
    if (has_room) {
      found.far_at = at;
      found.whole_at = at + fars;
      found.near_at = at + fars + wholes;
      look_at_candidates<Simt, Real>(a, listed, begin, count, true, waiting, found);
    }
    if (lane == 0) {
      std::uint32_t* const lists = a.cells.lists + GT_LISTS * std::size_t{cell};
      if (!has_room) atomicSub(a.cells.pool, needed);
      lists[GT_FAR_BEGIN] = at;
      lists[GT_FAR_COUNT] = has_room ? fars : 0;
      lists[GT_WHOLE_BEGIN] = at + fars;
      lists[GT_WHOLE_COUNT] = has_room ? wholes : 0;
      lists[GT_NEAR_BEGIN] = has_room ? at + fars + wholes : begin;
      lists[GT_NEAR_COUNT] = has_room ? nears : count;
    }
  }
}

}  // namespace simt
}  // namespace gputest

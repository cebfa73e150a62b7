// The passes of a fast multipole method that list the cells acting on each cell, level by level.
#pragma once

#include "common/fmm/simt/expansions.hpp"

namespace gputest {
namespace simt {

/// Shared memory of a wavefront: opened cells and found cells.
template <unsigned Warp>
struct ListRoom {
  /// Cells that a lane examines together, so that all their loads overlap.
  static constexpr unsigned kPerLane = 4, kMost = kPerLane * Warp;
  /// Room for opened cells: the first child and the number of children of each. If the children of
  /// several cells would not fit, only one cell is taken; then at most seven per level wait.
  static constexpr unsigned kOpen = 16 * Warp, kOneByOne = (tree::kChildren - 1) * tree::kLevels;
  static_assert(kOpen >= kMost + Warp + kOneByOne);
  /// Room for found cells. If there are more, all candidates are examined again.
  static constexpr unsigned kFound = 1024;
  std::uint32_t open[kOpen], found[kFound];  ///< `found` also holds the kind of each cell

  /// How many of the last `count` open cells are taken together, with one lane per child.
  static GT_MEMBER_FN unsigned together(unsigned count) {
    const unsigned places = kOpen - kOneByOne;
    const unsigned room = count < places ? (places - count) / (tree::kChildren - 1) : 0;
    const unsigned most = count < kMost / tree::kChildren ? count : kMost / tree::kChildren;
    return room < 1 ? 1 : room < most ? room : most;
  }
};
/// An entry of `open` has the first child in its low bits and the number of other children above.
/// An entry of `found` has the cell in its low bits and the result of gt_judge() above. 2^29 cells
/// suffice: their multipoles would take 75 GB.
inline constexpr unsigned kCellBits = 29;
inline constexpr std::uint32_t kCellMask = (1U << kCellBits) - 1;

/// Examines a cell's candidates, those of the pool from `begin` to `end`, and the cells within
/// them: as many together as a wavefront has lanes, or a few times as many. All lanes call
/// done(is_one, kind, cell); is_one says whether the lane has found a cell that acts.
template <class Simt, int Degree, class Real, class Done>
GT_DEVICE_FN void look_at_candidates(const fmm::Arguments<Real>& a,
                                     const typename fmm::ListTypes<Real>::Listed& listed,
                                     std::uint32_t begin, std::uint32_t end, std::uint32_t* open,
                                     const Done& done) {
  using LaneMask = typename Simt::LaneMask;
  constexpr unsigned kWarp = Simt::kWarpSize;
  using Room = ListRoom<kWarp>;
  const tree::Arrays<Real>& t = a.base.tree;
  const unsigned lane = threadIdx.x % kWarp;
  const LaneMask below = (LaneMask(1) << lane) - 1;
  unsigned count = 0;  // open cells
  for (std::uint32_t next = begin; count > 0 || next < end;) {
    // Takes candidates, unless there are enough children.
    const bool takes_candidates = next < end && count < kWarp / tree::kChildren;
    const std::uint32_t left = end - next;
    const unsigned taken = !takes_candidates    ? tree::kChildren * Room::together(count)
                           : left < Room::kMost ? left
                                                : Room::kMost;
    if (!takes_candidates) count -= taken / tree::kChildren;
    std::uint32_t cells[Room::kPerLane];
    bool is_one[Room::kPerLane];
    typename fmm::ListTypes<Real>::Acting acting[Room::kPerLane];
    GT_UNROLL
    for (unsigned k = 0; k < Room::kPerLane; ++k) {
      if (k * kWarp >= taken) continue;
      const unsigned place = k * kWarp + lane;
      is_one[k] = place < taken;
      if (takes_candidates) {
        cells[k] = a.cells.pool[next + (is_one[k] ? place : 0)];
      } else {
        const std::uint32_t entry = open[count + (is_one[k] ? place / tree::kChildren : 0)];
        is_one[k] = is_one[k] && place % tree::kChildren <= entry >> kCellBits;
        cells[k] = (entry & kCellMask) + (is_one[k] ? place % tree::kChildren : 0);
      }
      acting[k] = fmm::gt_acting_cell(t.centres, a.cells.radii, t.links, a.cells.ranges,
                                      a.cells.multipoles, cells[k], Degree);
    }
    if (takes_candidates) next += taken;
    Simt::sync_warp();  // all lanes have read the open cells
    GT_UNROLL
    for (unsigned k = 0; k < Room::kPerLane; ++k) {
      if (k * kWarp >= taken) continue;
      const std::uint32_t kind = fmm::gt_judge(listed, acting[k], takes_candidates);
      const bool opens = is_one[k] && kind == GT_IS_OPEN;
      done(is_one[k] && kind != GT_IS_OPEN, kind, cells[k]);
      const LaneMask all = Simt::ballot(opens);
      const gt_ulong link = acting[k].link;
      if (opens)
        open[count + static_cast<unsigned>(__popcll(all & below))] =
            (gt_link_count(link) - 1) << kCellBits | gt_link_first(link);
      count += static_cast<unsigned>(__popcll(all));
    }
    Simt::sync_warp();
  }
}

/// Shared memory of a block.
template <unsigned Warp>
struct BlockRoom {
  static constexpr unsigned kWavefronts = kFmmBlock / Warp;
  ListRoom<Warp> of_wavefront[kWavefronts];
  std::uint32_t found[kWavefronts][3];  ///< by kind
  std::uint32_t at;                     ///< start of the cell's lists in the pool
};

/// The lists of a level's cells: a block has a cell, and its wavefronts share the candidates.
template <class Simt, int Degree, class Real>
__global__ void __launch_bounds__(kFmmBlock) fmm_list(fmm::Arguments<Real> a, std::uint32_t level) {
  using LaneMask = typename Simt::LaneMask;
  constexpr unsigned kWarp = Simt::kWarpSize;
  using Room = ListRoom<kWarp>;
  constexpr unsigned kWavefronts = BlockRoom<kWarp>::kWavefronts;
  GT_SHARED(BlockRoom<kWarp>, block);
  Simt::check_wavefront();
  const tree::Arrays<Real>& t = a.base.tree;
  const unsigned wavefront = threadIdx.x / kWarp, lane = threadIdx.x % kWarp;
  Room& room = block.of_wavefront[wavefront];
  std::uint32_t* const pool = a.cells.pool;
  const LaneMask below = (LaneMask(1) << lane) - 1;
  const auto lanes_in = [](LaneMask lanes) { return static_cast<std::uint32_t>(__popcll(lanes)); };
  const std::uint32_t n = a.base.n, end = gt_first_cell(t.sums, level + 1, n);
  for (std::uint32_t cell = gt_first_cell(t.sums, level, n) + blockIdx.x; cell < end;
       cell += gridDim.x) {
    const std::uint32_t* const from = a.cells.lists + GT_LISTS * std::size_t{a.cells.parents[cell]};
    const std::uint32_t begin = cell == 0 ? 1 : from[GT_NEAR_BEGIN],
                        count = cell == 0 ? 1 : from[GT_NEAR_COUNT];
    const auto listed =
        fmm::gt_listed_cell(t.centres, a.cells.radii, t.links, a.cells.ranges, a.cells.multipoles,
                            cell, a.pull, a.theta, a.share, Degree);
    const auto look = [&](const auto& done) {
      const std::uint32_t share = (count + kWavefronts - 1) / kWavefronts, behind = begin + count;
      const std::uint32_t first = begin + wavefront * share;
      look_at_candidates<Simt, Degree>(a, listed, first < behind ? first : behind,
                                       first + share < behind ? first + share : behind, room.open,
                                       done);
    };
    // For each kind: the number, and the place of the next one in the pool.
    std::uint32_t found[3] = {}, places[3], of_block[3] = {};
    std::uint32_t kept = 0;
    look([&](bool is_one, std::uint32_t kind, std::uint32_t which) {
      const LaneMask all = Simt::ballot(is_one);
      const std::uint32_t place = kept + lanes_in(all & below);
      if (is_one && place < Room::kFound) room.found[place] = kind << kCellBits | which;
      GT_UNROLL
      for (std::uint32_t k = 0; k < 3; ++k) found[k] += lanes_in(Simt::ballot(is_one && kind == k));
      kept += lanes_in(all);
    });
    GT_UNROLL
    for (unsigned k = 0; k < 3; ++k)
      if (lane == k) block.found[wavefront][k] = found[k];
    __syncthreads();
    GT_UNROLL
    for (unsigned k = 0; k < 3; ++k) {
      places[k] = 0;
      for (unsigned other = 0; other < kWavefronts; ++other) {
        if (other == wavefront) places[k] = of_block[k];
        of_block[k] += block.found[other][k];
      }
    }
    const std::uint32_t needed = of_block[0] + of_block[1] + of_block[2];
    if (threadIdx.x == 0) block.at = atomicAdd(pool, needed);
    __syncthreads();
    const std::uint32_t at = block.at;
    const bool has_room = at <= a.cells.capacity && needed <= a.cells.capacity - at;
    places[GT_IS_FAR] += at;
    places[GT_IS_WHOLE] += at + of_block[GT_IS_FAR];
    places[GT_IS_NEAR] += at + of_block[GT_IS_FAR] + of_block[GT_IS_WHOLE];
    const auto write = [&](bool is_one, std::uint32_t kind, std::uint32_t which) {
      GT_UNROLL
      for (std::uint32_t k = 0; k < 3; ++k) {
        const LaneMask all = Simt::ballot(is_one && kind == k);
        if (is_one && kind == k) pool[places[k] + lanes_in(all & below)] = which;
        places[k] += lanes_in(all);
      }
    };
    if (has_room && kept <= Room::kFound) {
      Simt::sync_warp();
      for (std::uint32_t k = 0; k < kept; k += kWarp) {
        const bool is_one = k + lane < kept;
        const std::uint32_t entry = room.found[is_one ? k + lane : 0];
        write(is_one, entry >> kCellBits, entry & kCellMask);
      }
      Simt::sync_warp();
    } else if (has_room) {
      look(write);
    }
    if (threadIdx.x == 0) {
      std::uint32_t* const lists = a.cells.lists + GT_LISTS * std::size_t{cell};
      if (!has_room) atomicSub(pool, needed);
      lists[GT_FAR_BEGIN] = at;
      lists[GT_FAR_COUNT] = has_room ? of_block[GT_IS_FAR] : 0;
      lists[GT_WHOLE_BEGIN] = at + of_block[GT_IS_FAR];
      lists[GT_WHOLE_COUNT] = has_room ? of_block[GT_IS_WHOLE] : 0;
      lists[GT_NEAR_BEGIN] = has_room ? at + of_block[GT_IS_FAR] + of_block[GT_IS_WHOLE] : begin;
      lists[GT_NEAR_COUNT] = has_room ? of_block[GT_IS_NEAR] : count;
    }
  }
}

}  // namespace simt
}  // namespace gputest

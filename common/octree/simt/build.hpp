// The passes that make the tree: the bodies' box, their places on the curve, the sort, the cells'
// numbers, the cells level by level, and the boxes of groups.
#pragma once

#include <algorithm>
#include <cstddef>

#include "common/cells/sort_work.hpp"
#include "common/core/ceil_div.hpp"
#include "common/octree/arguments.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"
#include "common/simt/sort_passes.hpp"

namespace gputest {
namespace simt {

/// 1/sqrt(x) on a device.
template <class Simt>
struct DeviceRoot {
  static __device__ __forceinline__ float of(float x) { return Simt::rsqrt(x); }
  static __device__ __forceinline__ double of(double x) {
    using gt_real [[maybe_unused]] = double;
    return gt_rsqrt(x);
  }
};

inline constexpr unsigned kBoundsBlock = 256;  ///< threads, and the most blocks
inline constexpr unsigned kBuildBlock = 128;   ///< threads
inline constexpr unsigned kMostBlocks = 1024;  ///< of passes that make cells; a thread makes
                                               ///< several

/// Writes the lowest and highest coordinates of a block's bodies at 2 blockIdx.x and after it; for
/// blocks of kBoundsBlock threads.
template <class Simt, class Real>
__global__ void tree_bounds(const Vector4<Real>* __restrict__ points, std::uint32_t n,
                            Vector4<Real>* __restrict__ bounds) {
  GT_SHARED(Vector4<Real>, lows, [kBoundsBlock]);
  GT_SHARED(Vector4<Real>, highs, [kBoundsBlock]);
  const unsigned t = threadIdx.x;
  const std::uint32_t first = blockIdx.x * kBoundsBlock + t;
  Vector4<Real> low = points[first < n ? first : n - 1], high = low;
  for (std::uint32_t i = first; i < n; i += gridDim.x * kBoundsBlock) {
    const Vector4<Real> point = points[i];
    tree::gt_widen(&low, &high, point, point);
  }
  lows[t] = low;
  highs[t] = high;
  for (unsigned half = kBoundsBlock / 2; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) {
      tree::gt_widen(&low, &high, lows[t + half], highs[t + half]);
      lows[t] = low;
      highs[t] = high;
    }
  }
  if (t == 0) {
    bounds[2 * blockIdx.x] = low;
    bounds[2 * blockIdx.x + 1] = high;
  }
}

/// The arrays of the sort: the lower 32 bits of a key and the higher ones separately, because a
/// platform sorts words.
struct CurveKeys {
  std::uint32_t *low, *high;       ///< by the body's number
  std::uint32_t *picked, *sorted;  ///< the higher bits in order of the lower bits, and in order of
                                   ///< both
  std::uint32_t *from, *by_low;    ///< bodies' numbers before the sort, and in order of the lower
                                   ///< bits
};

/// Computes each body's key.
template <class Simt, class Real>
__global__ void tree_keys(const Vector4<Real>* __restrict__ bodies, std::uint32_t n,
                          const Vector4<Real>* __restrict__ box, CurveKeys keys) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const std::uint64_t key = tree::gt_curve_key(bodies[i], box[0], box[1]);
  keys.low[i] = static_cast<std::uint32_t>(key);
  keys.high[i] = static_cast<std::uint32_t>(key >> 32);
  keys.from[i] = i;
}

/// Gathers the higher bits in order of the lower bits.
template <class Simt>
__global__ void tree_gather_keys(CurveKeys keys, std::uint32_t n) {
  const std::uint32_t k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < n) keys.picked[k] = keys.high[keys.by_low[k]];
}

/// Gathers the bodies and their keys in the curve's order.
template <class Simt, class Real>
__global__ void tree_gather_bodies(const Vector4<Real>* __restrict__ bodies, CurveKeys keys,
                                   tree::Arrays<Real> tree, std::uint32_t n) {
  const std::uint32_t k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n) return;
  const std::uint32_t body = tree.order[k];
  tree.sorted[k] = bodies[body];
  tree.keys[k] = gt_ulong{keys.sorted[k]} << 32 | keys.low[body];
}

/// Writes which cells begin at each body, and a 0 before all counts.
template <class Simt, class Real>
__global__ void tree_spans(tree::Arrays<Real> tree, std::uint32_t n, std::uint32_t leaf) {
  const std::uint32_t k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < n) tree.spans[k] = gt_span_of(tree.keys, k, n, leaf);
  if (k == 0) tree.sums[0] = 0;
}

/// Counts the cells that begin in each run, by level. Neighbouring threads have the levels of a
/// run.
template <class Simt, class Real>
__global__ void tree_count(tree::Arrays<Real> tree, std::uint32_t n) {
  const std::uint32_t k = blockIdx.x * blockDim.x + threadIdx.x, run = k / tree::kLevels,
                      level = k % tree::kLevels;
  if (run < gt_runs_of(n))
    tree.sums[1 + level * gt_runs_of(n) + run] = gt_count_begun(tree.spans, run, level, n);
}

/// Numbers the cells.
template <class Simt, class Real>
__global__ void tree_place(tree::Arrays<Real> tree, std::uint32_t n) {
  const std::uint32_t k = blockIdx.x * blockDim.x + threadIdx.x, run = k / tree::kLevels,
                      level = k % tree::kLevels;
  if (run < gt_runs_of(n)) gt_place_cells(tree.spans, tree.sums, tree.links, run, level, n);
}

/// Lanes that make a cell together: each takes one child, or every eighth body of a leaf.
inline constexpr unsigned kCellLanes = tree::kChildren;

/// Adds up the partial sums of a cell's lanes; all lanes of a wavefront must call it.
template <class Simt, class Cell>
GT_DEVICE_FN void add_lanes(Cell& cell, unsigned lane) {
  for (unsigned distance = 1; distance < kCellLanes; distance *= 2) {
    const auto other = [&](auto value) { return Simt::shuffle(value, lane ^ distance); };
    auto low = cell.low, high = cell.high;
    low.x = other(low.x), low.y = other(low.y), low.z = other(low.z);
    high.x = other(high.x), high.y = other(high.y), high.z = other(high.z);
    tree::gt_widen(&cell.low, &cell.high, low, high);
    cell.m += other(cell.m);
    cell.x += other(cell.x);
    cell.y += other(cell.y);
    cell.z += other(cell.z);
    cell.xx += other(cell.xx);
    cell.yy += other(cell.yy);
    cell.zz += other(cell.zz);
    cell.xy += other(cell.xy);
    cell.xz += other(cell.xz);
    cell.yz += other(cell.yz);
  }
}

/// Makes the cells of the level above `below` other levels.
template <class Simt, class Arrays, class Real>
__global__ void tree_cells(Arrays tree, std::uint32_t n, Real reach, std::uint32_t below) {
  using LaneMask = typename Simt::LaneMask;
  Simt::check_wavefront();
  const std::uint32_t level = tree::kLevels - 1 - below;
  const std::uint32_t begin = gt_first_cell(tree.sums, level, n),
                      end = gt_first_cell(tree.sums, level + 1, n);
  const std::uint32_t children_end =
      level + 2 <= tree::kLevels ? gt_first_cell(tree.sums, level + 2, n) : end;
  const unsigned lane = threadIdx.x % Simt::kWarpSize, part = lane % kCellLanes;
  const std::uint32_t at_once = gridDim.x * blockDim.x / kCellLanes;
  const std::uint32_t own = (blockIdx.x * blockDim.x + threadIdx.x) / kCellLanes;
  for (std::uint32_t turn = begin; turn < end; turn += at_once) {
    const std::uint32_t cell = turn + own;
    const bool is_one = cell < end;  // otherwise its result is not written
    const gt_ulong link = is_one ? tree.links[cell] : gt_link(0, 0, GT_LEAF_MARK);
    const std::uint32_t first = gt_link_first(link);
    const bool is_leaf = gt_is_leaf(link);
    // Advances by the number of its lanes until one is past the last.
    std::uint32_t last = first + 1;
    for (bool found = !is_one; Simt::ballot(!found) != 0;) {
      const bool is_behind = found || gt_is_behind(tree.spans, tree.links, last + part, is_leaf,
                                                   level, n, children_end);
      const LaneMask behind = Simt::ballot(is_behind) >> (lane - part) & ((1U << kCellLanes) - 1);
      if (!found)
        last += behind == 0
                    ? kCellLanes
                    : static_cast<std::uint32_t>(__ffsll(static_cast<long long>(behind))) - 1;
      found = found || behind != 0;
    }
    const Vector4<Real> about = is_leaf ? tree.sorted[first] : tree.centres[first];
    auto made = tree::gt_empty_cell(is_leaf ? about : tree.boxes[2 * std::size_t{first}],
                                    is_leaf ? about : tree.boxes[2 * std::size_t{first} + 1]);
    for (std::uint32_t k = first + part; k < last; k += kCellLanes) {
      const std::size_t of_two = 2 * std::size_t{k};
      if (is_leaf)
        tree::gt_add_body(&made, about, tree.sorted[k]);
      else
        tree::gt_add_child(&made, about, tree.centres[k], tree.moments[of_two],
                           tree.moments[of_two + 1], tree.boxes[of_two], tree.boxes[of_two + 1]);
    }
    add_lanes<Simt>(made, lane);
    Simt::sync_warp();  // all have read the link
    if (!is_one || part != 0) continue;
    tree::gt_find_centre(&made, about);
    tree::write_cell(tree, made, cell, gt_link(first, last - first, gt_link_marks(link)), reach);
  }
}

/// Makes the groups' boxes.
template <class Simt, class Real>
__global__ void tree_groups(tree::Arrays<Real> tree, std::uint32_t n) {
  const std::uint32_t group = blockIdx.x * blockDim.x + threadIdx.x;
  if (group * tree::kGroup < n)
    tree::gt_make_group(tree.sorted, tree.keys, tree.boxes[0], tree.boxes[1], tree.groups, group,
                        n);
}

#ifndef GPUTEST_TEXT
/// Storage of sorts and running sums, after the other parts of `work`.
template <class Arguments>
SortStorage sort_storage_of(const Arguments& a) {
  constexpr std::uint64_t kAligned = 64;  // words
  const std::uint64_t used = (5 * std::uint64_t{a.n} + kAligned - 1) / kAligned * kAligned;
  return {a.work + used, sort_storage_words(a.n)};
}

/// Adds the passes that make the tree of the call's bodies.
template <class Simt, class Real, class Arrays>
void build_tree(const KernelCall& call, Binding& binding, const tree::Arguments<Real, Arrays>& a) {
  const auto* bodies = static_cast<const Vector4<Real>*>(call.inputs[0]);
  auto* bounds = static_cast<Vector4<Real>*>(call.scratch[11]);
  std::uint32_t* const words = a.work;
  const std::size_t n = a.n;
  const CurveKeys keys{words, words + n, words + 2 * n, words + 3 * n, a.tree.order, words + 4 * n};
  const SortStorage storage = sort_storage_of(a);
  unsigned parts = blocks_for(a.n, kBoundsBlock);
  if (parts > kBoundsBlock) parts = kBoundsBlock;
  Vector4<Real>* box = bounds + 2 * std::size_t{parts};
  const unsigned blocks = blocks_for(a.n, kBuildBlock);
  add_kernel<Simt, tree_bounds<Simt, Real>>(binding, "tree_bounds", parts, kBoundsBlock, bodies,
                                            a.n, bounds);
  add_kernel<Simt, tree_bounds<Simt, Real>>(binding, "tree_bounds", 1, kBoundsBlock, bounds,
                                            2 * parts, box);
  add_kernel<Simt, tree_keys<Simt, Real>>(binding, "tree_keys", blocks, kBuildBlock, bodies, a.n,
                                          box, keys);
  add_sort<Simt>(call, binding, storage, {keys.low, keys.sorted, keys.from, keys.by_low, a.n, 32});
  add_kernel<Simt, tree_gather_keys<Simt>>(binding, "tree_gather_keys", blocks, kBuildBlock, keys,
                                           a.n);
  add_sort<Simt>(
      call, binding, storage,
      {keys.picked, keys.sorted, keys.by_low, a.tree.order, a.n, 3 * GT_CURVE_BITS - 32});
  add_kernel<Simt, tree_gather_bodies<Simt, Real>>(binding, "tree_gather_bodies", blocks,
                                                   kBuildBlock, bodies, keys, a.tree, a.n);
  const std::uint32_t runs = gt_runs_of(a.n);
  const unsigned count_blocks = blocks_for(std::uint64_t{tree::kLevels} * runs, kBuildBlock);
  add_kernel<Simt, tree_spans<Simt, Real>>(binding, "tree_spans", blocks, kBuildBlock, a.tree, a.n,
                                           a.leaf);
  add_kernel<Simt, tree_count<Simt, Real>>(binding, "tree_count", count_blocks, kBuildBlock, a.tree,
                                           a.n);
  add_running_sums<Simt>(call, binding, storage, a.tree.sums + 1, tree::kLevels * runs);
  add_kernel<Simt, tree_place<Simt, Real>>(binding, "tree_place", count_blocks, kBuildBlock, a.tree,
                                           a.n);
  choose(wavefront_of<Simt>(call), [&](auto platform) {
    using Platform = decltype(platform);
    add_series<Platform, tree_cells<Platform, Arrays, Real>>(
        binding, "tree_cells", tree::kLevels,
        [n](std::uint32_t below) {
          const std::uint64_t most = tree::most_cells_of(tree::kLevels - 1 - below, n);
          return std::min(blocks_for(kCellLanes * most, kBuildBlock), kMostBlocks);
        },
        kBuildBlock, a.tree, a.n, a.reach);
  });
}

/// Adds the pass that makes the boxes of groups, for which walks open cells.
template <class Simt, class Real, class Arrays>
void add_groups(Binding& binding, const tree::Arguments<Real, Arrays>& a) {
  add_kernel<Simt, tree_groups<Simt, Real>>(binding, "tree_groups",
                                            blocks_for(ceil_div(a.n, tree::kGroup), kBuildBlock),
                                            kBuildBlock, a.tree, a.n);
}
#endif

}  // namespace simt
}  // namespace gputest

// The passes that make the tree: the bodies' box, their places on the curve, the sort, and the
// cells level by level.
#pragma once

#include "common/cells/sort_work.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"
#include "common/simt/sort_passes.hpp"
#include "common/tree/arguments.hpp"

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

inline constexpr unsigned kBoundsBlock = 256;  ///< threads, and at most so many blocks
inline constexpr unsigned kBuildBlock = 128;   ///< threads

/// The lowest and highest coordinates of the bodies that a block takes, at 2 blockIdx.x and behind
/// it; for blocks of kBoundsBlock threads.
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

/// What is sorted: the lower 32 bits of a key and the higher ones apart, since a platform sorts by
/// words.
struct CurveKeys {
  std::uint32_t *low, *high;  ///< by the body's number
  std::uint32_t* sorted;
  std::uint32_t *from, *by_low;  ///< bodies' numbers before, and in order of the lower bits
};

/// Each body's key.
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

/// The higher bits in order of the lower, which have been sorted by and have no use again.
template <class Simt>
__global__ void tree_gather_keys(CurveKeys keys, std::uint32_t n) {
  const std::uint32_t k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < n) keys.low[k] = keys.high[keys.by_low[k]];
}

/// The bodies in the curve's order.
template <class Simt, class Real>
__global__ void tree_gather_bodies(const Vector4<Real>* __restrict__ bodies,
                                   tree::Arrays<Real> tree, std::uint32_t n) {
  const std::uint32_t k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < n) tree.sorted[k] = bodies[tree.order[k]];
}

/// The cells of a level.
template <class Simt, class Real>
__global__ void tree_cells(tree::Arrays<Real> tree, tree::Levels levels, std::uint32_t n,
                           Real theta, std::uint32_t level) {
  const std::uint32_t k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < levels.count[level]) tree::make_cell(tree, levels, level, k, n, theta);
}

/// Adds the passes that make the tree of the call's bodies.
template <class Simt, class Real>
void build_tree(const KernelCall& call, Binding& binding, const tree::Arguments<Real>& a) {
  const auto* bodies = static_cast<const Vector4<Real>*>(call.inputs[0]);
  auto* bounds = static_cast<Vector4<Real>*>(call.scratch[6]);
  auto* words = static_cast<std::uint32_t*>(call.scratch[5]);
  const CurveKeys keys{words, words + a.n, words + 2 * std::size_t{a.n}, a.tree.order,
                       words + 3 * std::size_t{a.n}};
  constexpr std::uint64_t kAligned = 64;  // words
  const std::uint64_t used = (4 * std::uint64_t{a.n} + kAligned - 1) / kAligned * kAligned;
  const SortStorage storage{words + used, sort_work_words(a.n) * sizeof(std::uint32_t)};
  unsigned parts = blocks_for(a.n, kBoundsBlock);
  if (parts > kBoundsBlock) parts = kBoundsBlock;
  Vector4<Real>* box = bounds + 2 * std::size_t{parts};
  const unsigned blocks = blocks_for(a.n, kBuildBlock);
  add_kernel<Simt>(binding, "tree_bounds", tree_bounds<Simt, Real>, parts, kBoundsBlock, bodies,
                   a.n, bounds);
  add_kernel<Simt>(binding, "tree_bounds", tree_bounds<Simt, Real>, 1, kBoundsBlock, bounds,
                   2 * parts, box);
  add_kernel<Simt>(binding, "tree_keys", tree_keys<Simt, Real>, blocks, kBuildBlock, bodies, a.n,
                   box, keys);
  add_sort<Simt>(binding, storage, {keys.low, keys.sorted, keys.from, keys.by_low, a.n, 32});
  add_kernel<Simt>(binding, "tree_gather_keys", tree_gather_keys<Simt>, blocks, kBuildBlock, keys,
                   a.n);
  add_sort<Simt>(binding, storage,
                 {keys.low, keys.sorted, keys.by_low, a.tree.order, a.n, 3 * GT_CURVE_BITS - 32});
  add_kernel<Simt>(binding, "tree_gather_bodies", tree_gather_bodies<Simt, Real>, blocks,
                   kBuildBlock, bodies, a.tree, a.n);
  add_series<Simt>(
      binding, "tree_cells", tree_cells<Simt, Real>, a.levels.number,
      [levels = a.levels](std::uint32_t level) {
        return blocks_for(levels.count[level], kBuildBlock);
      },
      kBuildBlock, a.tree, a.levels, a.n, a.theta);
}

}  // namespace simt
}  // namespace gputest

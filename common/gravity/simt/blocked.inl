// gravity_blocked: each thread keeps K bodies i in registers, so that one read of body j serves K
// interactions. The whole n by n square is shared evenly among the blocks, so that small n fills
// the chip. IPSJ Fig 7's "Fig 6 optimised further", and beyond.
#include "common/gravity/simt/distance.hpp"
#include "common/gravity/simt/launch.hpp"

namespace gputest {
namespace simt {

/// sums[i], zeroed by an earlier pass of the launch, gains (a, sum of m/r) of body targets.first +
/// i.
template <class Simt, class Bodies, unsigned Block, unsigned BlocksPerMultiprocessor, unsigned K,
          bool WithPotential, bool Unsoftened>
__global__ void __launch_bounds__(Block, Simt::launch_bound(Block, BlocksPerMultiprocessor))
    gravity_blocked(Bodies bodies, Vector4<typename Bodies::gt_real>* __restrict__ sums,
                    std::uint32_t n, typename Bodies::gt_real eps2, GravityTargets targets) {
  using Real = typename Bodies::gt_real;
  GT_SHARED(Vector4<Real>, staged, [2][Block]);

  const std::uint32_t tiles_i = (targets.count + Block * K - 1) / (Block * K);
  const std::uint32_t tiles_j = (n + Block - 1) / Block;
  const std::uint64_t units = std::uint64_t(tiles_i) * tiles_j;
  std::uint64_t unit = units * blockIdx.x / gridDim.x;
  const std::uint64_t end = units * (blockIdx.x + 1) / gridDim.x;
  unsigned buffer = 0;

  while (unit < end) {
    const std::uint32_t first_i = static_cast<std::uint32_t>(unit / tiles_j) * (Block * K);
    std::uint32_t tile_j = static_cast<std::uint32_t>(unit % tiles_j);
    std::uint32_t run = tiles_j - tile_j;
    if (run > gt_longest_run / Block) run = gt_longest_run / Block;
    if (run > end - unit) run = static_cast<std::uint32_t>(end - unit);
    unit += run;

    Body<Real> body_i[K];
    Vector4<Real> sum[K];
    GT_UNROLL
    for (unsigned k = 0; k < K; ++k) {
      body_i[k] = load_or_massless(bodies, targets.first + first_i + k * Block + threadIdx.x,
                                   targets.first + targets.count);
      sum[k] = {0, 0, 0, 0};
    }
    Body<Real> next = load_or_massless(bodies, tile_j * Block + threadIdx.x, n);
    for (std::uint32_t u = 0; u < run; ++u) {
      // Two buffers in turn: one barrier per tile, and the next tile's loads overlap with this
      // tile.
      Vector4<Real>* const tile = staged[buffer];
      buffer ^= 1;
      tile[threadIdx.x] = staged_order(next);
      __syncthreads();
      ++tile_j;
      next = load_or_massless(bodies, tile_j * Block + threadIdx.x, n);
      GT_UNROLL_AS_CHOSEN
      for (unsigned j = 0; j < Block; ++j) {
        const Body<Real> body_j = from_staged_order(tile[j]);
        GT_UNROLL
        for (unsigned k = 0; k < K; ++k) {
          const Real dx = body_j.x - body_i[k].x;
          const Real dy = body_j.y - body_i[k].y;
          const Real dz = body_j.z - body_i[k].z;
          const auto distance = inverse_distance<Simt, Unsoftened>(
              gt_fma(dx, dx, gt_fma(dy, dy, gt_fma(dz, dz, eps2))));
          const Real weight = body_j.m * distance.cube;
          sum[k].x = gt_fma(weight, dx, sum[k].x);
          sum[k].y = gt_fma(weight, dy, sum[k].y);
          sum[k].z = gt_fma(weight, dz, sum[k].z);
          if (WithPotential) sum[k].w = gt_fma(body_j.m, distance.inverse, sum[k].w);
        }
      }
    }
    GT_UNROLL
    for (unsigned k = 0; k < K; ++k) {
      const std::uint32_t i = first_i + k * Block + threadIdx.x;
      if (i < targets.count) Simt::add(sums + i, sum[k]);
    }
  }
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct gravity_blocked_kernel {
  static constexpr const char* summary =
      "several bodies i per thread in registers, j split over blocks, double-buffered tile";
  static constexpr const char* source = "beyond IPSJ survey, Fig. 6";
  using layouts = Layouts<Float4Bodies, SoaBodies>;
  using precisions = BothPrecisions;
  using unroll = AxisValues<"unroll", "16", "1", "4", "8", "compiler">;
  using axes = AxisList<unroll>;

  static void bind(const KernelCall& call, Binding& binding) {
    unroll_as_chosen<unroll>(call, binding);
    choose(any_bodies_of<gravity_blocked_kernel>(call), sums_of(call),
           [&](auto bodies, auto potential, auto unsoftened) {
             using Bodies = decltype(bodies);
             using Real = typename Bodies::gt_real;
             constexpr bool kPotential = potential, kUnsoftened = unsoftened;
             const GravityArguments<Real> a(call);
             choose(shape_of<BlockedShapes<Real>>(
                        blocked_shape(a.targets.count, call.configuration.precision)),
                    [&](auto chosen) {
                      constexpr BlockedShape shape = chosen;
                      binding.parameter("bodies_per_thread", shape.k);
                      binding.parameter("blocks_per_multiprocessor",
                                        shape.blocks_per_multiprocessor);
                      clear_sums<Simt>(binding, a);
                      add_kernel<Simt, gravity_blocked<Simt, Bodies, shape.block,
                                                       shape.blocks_per_multiprocessor, shape.k,
                                                       kPotential, kUnsoftened>>(
                          binding, "gravity_blocked",
                          blocked_grid(a.targets.count, a.n, call.compute_units, shape),
                          shape.block, bodies, a.sums, a.n, a.eps2, a.targets);
                    });
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

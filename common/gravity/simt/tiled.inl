// gravity_tiled: the bodies j pass through shared memory, one block's worth at a time. So global
// memory is read once per block, not once per thread. IPSJ Fig 5, lines 22-27. The figure reads its
// tile out of bounds if n is not a multiple of it; here massless bodies fill the tile up.
#include "common/gravity/simt/interaction.hpp"
#include "common/gravity/simt/launch.hpp"

namespace gputest {
namespace simt {

/// sums[i] = body i's (a, sum of m/r), for a grid with at least n threads in blocks of Block.
template <class Simt, class Bodies, unsigned Block, bool WithPotential, bool Unsoftened>
__global__ void __launch_bounds__(Block)
    gravity_tiled(Bodies bodies, Vector4<typename Bodies::gt_real>* __restrict__ sums,
                  std::uint32_t n, typename Bodies::gt_real eps2) {
  using Real = typename Bodies::gt_real;
  GT_SHARED(Body<Real>, tile, [Block]);
  const std::uint32_t i = blockIdx.x * Block + threadIdx.x;
  const Body<Real> body_i = load_or_massless(bodies, i, n);
  GravitySum<Real> sum{0, 0, 0, 0};
  for (std::uint32_t first = 0; first < n; first += Block) {
    __syncthreads();
    tile[threadIdx.x] = load_or_massless(bodies, first + threadIdx.x, n);
    __syncthreads();
    GT_UNROLL_AS_CHOSEN
    for (unsigned j = 0; j < Block; ++j) {
      sum = add_interaction<Unsoftened>(sum, body_i, tile[j], eps2);
    }
  }
  if (i < n) sums[i] = to_result<WithPotential, Real>(sum);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct gravity_tiled_kernel {
  static constexpr const char* summary = "j staged through shared memory, a block's size at a time";
  static constexpr const char* source = "IPSJ survey, Fig. 5";
  using layouts = EveryLayout<Float4Bodies>;
  using precisions = BothPrecisions;
  using blocks = Blocks<128, 64, 256>;
  using unroll = AxisValues<"unroll", "compiler", "1", "8", "16", "32", "128">;
  using axes = AxisList<unroll>;

  static void bind(const KernelCall& call, Binding& binding) {
    unroll_as_chosen<unroll>(call, binding);
    choose(any_bodies_of<gravity_tiled_kernel>(call), sums_of(call),
           block_of<gravity_tiled_kernel>(call),
           [&](auto bodies, auto potential, auto unsoftened, auto block) {
             using Bodies = decltype(bodies);
             const GravityArguments<typename Bodies::gt_real> a(call);
             add_kernel<Simt, gravity_tiled<Simt, Bodies, block, potential, unsoftened>>(
                 binding, "gravity_tiled", blocks_for(a.n, block), block, bodies, a.sums, a.n,
                 a.eps2);
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

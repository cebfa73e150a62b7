// gravity_unrolled: gravity_tiled with the loop over the tile unrolled, as in IPSJ Fig 6, lines
// 27-33. The rsqrt of one interaction overlaps with the setup of the next. The figure unrolls all
// 128 interactions of its tile.
#include "common/gravity/simt/interaction.hpp"
#include "common/gravity/simt/launch.hpp"

namespace gputest {
namespace simt {

/// sums[i] = body i's (a, sum of m/r), for a grid with at least n threads in blocks of Block.
template <class Simt, class Bodies, unsigned Block, bool WithPotential, bool Unsoftened>
__global__ void __launch_bounds__(Block)
    gravity_unrolled(Bodies bodies, Vector4<typename Bodies::gt_real>* __restrict__ sums,
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
struct gravity_unrolled_kernel {
  static constexpr const char* summary = "the tile loop unrolled";
  static constexpr const char* source = "IPSJ survey, Fig. 6";
  using layouts = Layouts<Float4Bodies, SoaBodies>;
  using precisions = BothPrecisions;
  using blocks = Blocks<256, 128>;
  using unroll = AxisValues<"unroll", "128", "8", "32", "compiler">;
  using axes = AxisList<unroll>;

  static void bind(const KernelCall& call, Binding& binding) {
    unroll_as_chosen<unroll>(call, binding);
    choose(any_bodies_of<gravity_unrolled_kernel>(call), sums_of(call),
           block_of<gravity_unrolled_kernel>(call),
           [&](auto bodies, auto potential, auto unsoftened, auto block) {
             using Bodies = decltype(bodies);
             const GravityArguments<typename Bodies::gt_real> a(call);
             add_kernel<Simt, gravity_unrolled<Simt, Bodies, block, potential, unsoftened>>(
                 binding, "gravity_unrolled", blocks_for(a.n, block), block, bodies, a.sums, a.n,
                 a.eps2);
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

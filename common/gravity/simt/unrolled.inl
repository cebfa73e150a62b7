// gravity_unrolled: gravity_tiled with the loop over the tile written out, as in IPSJ Fig 6, lines
// 27-33, so that the rsqrt of one interaction is under way while the next is set up. The figure
// writes out all 128 interactions of its tile, and so does this where Simt::kUnrolled says so.
#include "common/gravity/simt/interaction.hpp"
#include "common/gravity/simt/launch.hpp"

namespace gputest {
namespace simt {

/// sums[i] = body i's (a, sum of m/r), for a grid of at least n threads in blocks of Block.
template <class Simt, class Bodies, unsigned Block, bool WithPotential, bool Unsoftened>
__global__ void __launch_bounds__(Block)
    gravity_unrolled(Bodies bodies, Vector4<typename Bodies::gt_real>* __restrict__ sums,
                     std::uint32_t n, typename Bodies::gt_real eps2) {
  using Real = typename Bodies::gt_real;
  __shared__ Body<Real> tile[Block];
  const std::uint32_t i = blockIdx.x * Block + threadIdx.x;
  const Body<Real> body_i = load_or_massless(bodies, i, n);
  GravitySum<Real> sum{0, 0, 0, 0};
  for (std::uint32_t first = 0; first < n; first += Block) {
    __syncthreads();
    tile[threadIdx.x] = load_or_massless(bodies, first + threadIdx.x, n);
    __syncthreads();
    GT_UNROLL_BY(Simt::kUnrolled)
    for (unsigned j = 0; j < Block; ++j) {
      sum = add_interaction<Unsoftened>(sum, body_i, tile[j], eps2);
    }
  }
  if (i < n) sums[i] = to_result<WithPotential, Real>(sum);
}

template <class Simt>
void launch_gravity_unrolled(const KernelCall& call) {
  with_bodies_in<Float4Bodies, SoaBodies>(call, [&](auto bodies) {
    with_switches(call, [&](auto potential, auto unsoftened) {
      with_block<128, 256>(call, [&](auto block) {
        const GravityArguments<typename decltype(bodies)::gt_real> a(call);
        const GravityLaunch launch = launch_per_body(a.n, decltype(block)::value);
        GT_LAUNCH((gravity_unrolled<Simt, decltype(bodies), decltype(block)::value,
                                    decltype(potential)::value, decltype(unsoftened)::value>),
                  launch.grid, launch.block, bodies, a.sums, a.n, a.eps2);
      });
    });
  });
}

}  // namespace simt
}  // namespace gputest

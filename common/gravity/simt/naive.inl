// gravity_naive: one body i per thread, every body j from global memory. IPSJ Fig 4. The figure
// reads x_i out of bounds in the last block; here threads beyond n return first.
#include "common/gravity/simt/interaction.hpp"
#include "common/gravity/simt/launch.hpp"

namespace gputest {
namespace simt {

/// sums[i] = body i's (a, sum of m/r), for a grid with at least n threads.
template <class Simt, class Bodies, bool WithPotential, bool Unsoftened>
__global__ void gravity_naive(Bodies bodies, Vector4<typename Bodies::gt_real>* __restrict__ sums,
                              std::uint32_t n, typename Bodies::gt_real eps2) {
  using Real = typename Bodies::gt_real;
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const Body<Real> body_i = bodies.load(i);
  GravitySum<Real> sum{0, 0, 0, 0};
  for (std::uint32_t j = 0; j < n; ++j) {
    sum = add_interaction<Unsoftened>(sum, body_i, bodies.load(j), eps2);
  }
  sums[i] = to_result<WithPotential, Real>(sum);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct gravity_naive_kernel {
  static constexpr const char* summary = "one body i per thread, every j from global memory";
  static constexpr const char* source = "IPSJ survey, Fig. 4";
  using layouts = EveryLayout<Float4Bodies>;
  using precisions = BothPrecisions;
  using blocks = Blocks<128, 64, 256>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(any_bodies_of<gravity_naive_kernel>(call), sums_of(call),
           [&](auto bodies, auto potential, auto unsoftened) {
             using Bodies = decltype(bodies);
             const GravityArguments<typename Bodies::gt_real> a(call);
             const unsigned block = call.configuration.block;
             add_kernel<Simt, gravity_naive<Simt, Bodies, potential, unsoftened>>(
                 binding, "gravity_naive", blocks_for(a.n, block), block, bodies, a.sums, a.n,
                 a.eps2);
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

// gravity_naive: one body i a thread, every body j from global memory. IPSJ Fig 4, whose figure
// reads x_i out of bounds in the last block; here its threads beyond n have gone by then.
#include "common/gravity/simt/interaction.hpp"
#include "common/gravity/simt/launch.hpp"

namespace gputest {
namespace simt {

/// sums[i] = body i's (a, sum of m/r), for a grid of at least n threads.
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

template <class Simt>
void launch_gravity_naive(const KernelCall& call) {
  with_bodies(call, [&](auto bodies) {
    with_switches(call, [&](auto potential, auto unsoftened) {
      const GravityArguments<typename decltype(bodies)::gt_real> a(call);
      const GravityLaunch launch = launch_per_body(a.n, call.configuration.block);
      GT_LAUNCH((gravity_naive<Simt, decltype(bodies), decltype(potential)::value,
                               decltype(unsoftened)::value>),
                launch.grid, launch.block, bodies, a.sums, a.n, a.eps2);
    });
  });
}

}  // namespace simt
}  // namespace gputest

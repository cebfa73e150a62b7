// ewald_real: real space, every j, nearest images within the cutoff, one particle per thread.
#include "common/ewald/real_arguments.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// The results, for a grid with at least n threads.
template <class Simt, class Bodies, class Real = typename Bodies::gt_real>
__global__ void ewald_real(Bodies bodies, ewald::RealArguments<Real> a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.n) return;
  const Body<Real> self = bodies.load(i);
  ewald::RealSum<Real> sum;
  for (std::uint32_t j = 0; j < a.n; ++j) sum.add(self, bodies.load(j), a);
  a.forces[i] = sum.on(self.m);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct ewald_real_kernel {
  static constexpr const char* summary = "real space, every j, nearest images within the cutoff";
  static constexpr const char* source = "Ewald 1921";
  using layouts = Layouts<Float4Bodies, SoaBodies, Aos3Bodies>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<128, 64, 256>;
  using axes = AxisList<AxisValues<"part", "real">>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(any_bodies_of<ewald_real_kernel>(call), [&](auto bodies) {
      using Bodies = decltype(bodies);
      const ewald::RealArguments<typename Bodies::gt_real> a(call, bodies.count());
      const unsigned block = call.configuration.block;
      add_kernel<Simt, ewald_real<Simt, Bodies>>(binding, "ewald_real", blocks_for(a.n, block),
                                                 block, bodies, a);
    });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

// ewald_real_list: real space over a neighbour list. Eight threads share a particle, so that a few
// thousand particles fill a GPU; they read consecutive words of its list.
#include "common/ewald/real_arguments.hpp"
#include "common/simt/lanes.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// Threads per particle, all in one wavefront.
constexpr unsigned kEwaldLanes = 8;

/// The results, for a grid with at least n * kEwaldLanes threads in whole wavefronts.
template <class Simt, class Bodies, class Real = typename Bodies::gt_real>
__global__ void ewald_real_list(Bodies bodies, ewald::RealArguments<Real> a) {
  Simt::check_wavefront();
  const std::uint32_t i = (blockIdx.x * blockDim.x + threadIdx.x) / kEwaldLanes;
  const unsigned lane = threadIdx.x % kEwaldLanes;
  ewald::RealSum<Real> sum;
  Body<Real> self{};
  if (i < a.n) {
    self = bodies.load(i);
    const std::uint32_t end = a.starts[i + 1];
    for (std::uint32_t k = a.starts[i] + lane; k < end; k += kEwaldLanes)
      sum.add(self, bodies.load(a.entries[k]), a);
  }
  const auto of_all = [](Real part) { return sum_of_lanes<Simt, kEwaldLanes>(part); };
  sum.x = of_all(sum.x);
  sum.y = of_all(sum.y);
  sum.z = of_all(sum.z);
  sum.potential = of_all(sum.potential);
  if (lane == 0 && i < a.n) a.forces[i] = sum.on(self.m);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct ewald_real_list_kernel {
  static constexpr const char* summary = "real space over a neighbour list";
  static constexpr const char* source = "Ewald 1921; Verlet 1967, Phys. Rev. 159, 98";
  using layouts = Layouts<Float4Bodies, SoaBodies, Aos3Bodies>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<128, 64, 256>;
  using axes = AxisList<AxisValues<"part", "real">, AxisValues<"list", "csr">>;

  static void bind(const KernelCall& call, Binding& binding) {
    binding.parameter("threads_per_body", kEwaldLanes);
    choose(wavefront_of<Simt>(call), any_bodies_of<ewald_real_list_kernel>(call),
           [&](auto simt, auto bodies) {
             using Platform = decltype(simt);
             using Bodies = decltype(bodies);
             const ewald::RealArguments<typename Bodies::gt_real> a(call, bodies.count());
             const unsigned block = call.configuration.block;
             add_kernel<Simt, ewald_real_list<Platform, Bodies>>(
                 binding, "ewald_real_list", blocks_for(std::uint64_t{a.n} * kEwaldLanes, block),
                 block, bodies, a);
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

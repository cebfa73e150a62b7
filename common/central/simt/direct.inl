// central_direct: one body i per thread, every j from global memory, g by its formula.
#include "common/central/arguments.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// The forces on the targets, for a grid with at least as many threads.
template <class Simt, class Bodies, class Way, class Law, bool Images, class Form,
          class Real = typename Bodies::gt_real>
__global__ void central_direct(Bodies bodies, central::Arguments<Real> a, Law law) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.targets) return;
  const central::Formula<Law, Real> g{law, a.shape};
  const Body<Real> self = bodies.load(a.first_target + i);
  const Real* row = a.template row<Form>(self.m);
  typename Way::template Of<Real> sums;
  for (std::uint32_t j = 0; j < a.n; ++j) {
    central::add<Images, Form>(sums, self, row, bodies.load(j), g, a);
  }
  a.forces[i] = sums.value(a.scale);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct central_direct_kernel {
  static constexpr const char* summary = "one body per thread, every j, g by its formula";
  static constexpr const char* source = "IPSJ survey, equation (1)";
  using layouts = Layouts<Float4Bodies, SoaBodies>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<128, 64, 256>;
  using axes = AxisList<AxisValues<"form", "function">, central::SumAxis>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(any_bodies_of<central_direct_kernel>(call), [&](auto bodies) {
      using Bodies = decltype(bodies);
      using Real = typename Bodies::gt_real;
      const central::Arguments<Real> a(call, bodies.count());
      central::directly<Bodies>(call)([&](auto way, auto law, auto images, auto form) {
        const unsigned block = call.configuration.block;
        add_kernel<Simt, central_direct<Simt, Bodies, decltype(way), decltype(law), images,
                                        decltype(form)>>(
            binding, "central_direct", blocks_for(a.targets, block), block, bodies, a, law);
      });
    });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

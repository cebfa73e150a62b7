// central_table_global: one body i per thread, every j from global memory, g from a table there.
#include "common/central/arguments.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// The forces on the targets, for a grid with at least as many threads.
template <class Simt, class Bodies, class Way, bool Images, class Form>
__global__ void central_table_global(Bodies bodies, central::Arguments<float> a, central::Table g) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.targets) return;
  const Body<float> self = bodies.load(a.first_target + i);
  const float* row = a.template row<Form>(self.m);
  typename Way::template Of<float> sums;
  for (std::uint32_t j = 0; j < a.n; ++j) {
    central::add<Images, Form>(sums, self, row, bodies.load(j), g, a);
  }
  a.forces[i] = sums.value(a.scale);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct central_table_global_kernel {
  static constexpr const char* summary = "one body per thread, every j, g from a table in memory";
  static constexpr const char* source = "MDGRAPE (Narumi et al. 1999, Mol. Simul. 21, 401)";
  using layouts = Layouts<Float4Bodies, SoaBodies>;
  using precisions = Precisions<float>;
  using blocks = Blocks<128, 64, 256>;
  using axes = AxisList<AxisValues<"form", "table">, central::SumAxis>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(any_bodies_of<central_table_global_kernel>(call), central::by_table(call),
           [&](auto bodies, auto way, auto images, auto form) {
             using Bodies = decltype(bodies);
             const central::Arguments<float> a(call, bodies.count());
             const unsigned block = call.configuration.block;
             add_kernel<Simt,
                        central_table_global<Simt, Bodies, decltype(way), images, decltype(form)>>(
                 binding, "central_table_global", blocks_for(a.targets, block), block, bodies, a,
                 central::Table(call, bodies.count()));
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

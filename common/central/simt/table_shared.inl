// central_table_shared: like central_table_global, but each block first copies the table to its
// shared memory.
#include "common/central/arguments.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// A table in a block's shared memory.
struct CentralSharedTable {
  Vector4<float> lower[GT_CENTRAL_INTERVALS];
  float highest[GT_CENTRAL_INTERVALS];
};

/// The table of the block. All instances of the kernel share one, because hip:host allocates shared
/// memory for each host thread and keeps it until the program ends.
template <class Simt>
__device__ CentralSharedTable& central_shared_table() {
  GT_SHARED(CentralSharedTable, table);
  return table;
}

/// The forces on all bodies, for a grid with at least n threads.
template <class Simt, class Bodies, class Way, bool Images>
__global__ void central_table_shared(Bodies bodies, central::Arguments<float> a,
                                     central::Table table) {
  CentralSharedTable& shared = central_shared_table<Simt>();
  for (std::uint32_t k = threadIdx.x; k <= table.last; k += blockDim.x) {
    shared.lower[k] = table.lower[k];
    shared.highest[k] = table.highest[k];
  }
  __syncthreads();
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.n) return;
  central::Table g = table;
  g.lower = shared.lower;
  g.highest = shared.highest;
  const Body<float> self = bodies.load(i);
  const float* row = a.template row<central::TypedPairs>(self.m);
  typename Way::template Of<float> sums;
  for (std::uint32_t j = 0; j < a.n; ++j) {
    central::add<Images>(sums, self, row, bodies.load(j), g, a);
  }
  a.forces[i] = sums.value(a.scale);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct central_table_shared_kernel {
  static constexpr const char* summary =
      "one body per thread, every j, g from a table in shared memory";
  static constexpr const char* source = "MDGRAPE (Narumi et al. 1999, Mol. Simul. 21, 401)";
  using layouts = Layouts<Float4Bodies, SoaBodies>;
  using precisions = Precisions<float>;
  using blocks = Blocks<256, 64, 128>;
  using axes = AxisList<AxisValues<"form", "table">, central::SumAxis>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(any_bodies_of<central_table_shared_kernel>(call), central::by_table(call),
           [&](auto bodies, auto way, auto images, auto) {
             using Bodies = decltype(bodies);
             const central::Arguments<float> a(call, bodies.count());
             const unsigned block = call.configuration.block;
             add_kernel<Simt, central_table_shared<Simt, Bodies, decltype(way), images>>(
                 binding, "central_table_shared", blocks_for(a.n, block), block, bodies, a,
                 central::Table(call, bodies.count()));
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

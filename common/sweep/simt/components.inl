// sweep_components: one of a cell's five numbers, from two others, one cell per thread. With the
// components last, neighbouring threads are five numbers apart.
#include <type_traits>

#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"
#include "common/sweep/family.hpp"
#include "common/sweep/update.h"

namespace gputest {
namespace simt {

/// Component c of cell i is at i * `cell` + c * `component`. The grid has at least n threads.
template <class Simt, class Real>
__global__ void sweep_components(const Real* __restrict__ cells, Real* __restrict__ updated,
                                 std::uint32_t n, std::uint32_t cell, std::uint32_t component,
                                 Real modulus, Real inverse) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const std::uint32_t at = i * cell;
  const Real sum = GT_COMPONENT_SUM(cells[at + component], cells[at + 4 * component]);
  updated[i] = GT_WRAPPED(Real, sum, modulus, inverse);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct sweep_components_kernel {
  static constexpr const char* summary =
      "one of a cell's five numbers, from two others, one cell per thread";
  static constexpr const char* source = "DVMH article, introduction: the first loop";
  using layouts = Layouts<ComponentsLast, ComponentsFirst>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<128, 64, 256>;
  using axes = AxisList<AxisValues<"update", "components">>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(bodies_of<sweep_components_kernel>(call), [&](auto view) {
      using Real = typename decltype(view)::gt_real;
      constexpr bool kFirst = std::is_same_v<decltype(view), ComponentsFirst<Real>>;
      const auto n = static_cast<std::uint32_t>(call.items);
      const unsigned block = call.configuration.block;
      add_kernel<Simt, sweep_components<Simt, Real>>(
          binding, "sweep_components", blocks_for(n, block), block, view.cells,
          static_cast<Real*>(call.outputs[0]), n, kFirst ? 1 : GT_COMPONENTS, kFirst ? n : 1,
          call.scalar<Real>("modulus"), call.scalar<Real>("inverse"));
    });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

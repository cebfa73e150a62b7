// memory_scatter: neighbouring threads read neighbours, and write at the places of an index.
#include "common/memory/family.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// For a grid with at least n threads.
template <class Simt, class Real>
__global__ void memory_scatter(const Real* __restrict__ a, const std::uint32_t* __restrict__ index,
                               Real* __restrict__ c, std::uint32_t n) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[index[i]] = a[i];
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct memory_scatter_kernel {
  static constexpr const char* summary = "c[index[i]] = a[i]: writes at the places of an index";
  static constexpr const char* source = "the textbook's loop";
  using layouts = Layouts<DenseArray>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<256, 64>;
  using axes = AxisList<AxisValues<"access", "scatter">, AxisValues<"index">>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(bodies_of<memory_scatter_kernel>(call), [&](auto arrays) {
      using Real = typename decltype(arrays)::gt_real;
      const unsigned block = call.configuration.block;
      add_kernel<Simt, memory_scatter<Simt, Real>>(
          binding, "memory_scatter", blocks_for(call.items, block), block, arrays.a,
          static_cast<const std::uint32_t*>(call.inputs[1]), static_cast<Real*>(call.outputs[0]),
          call.scalar<std::uint32_t>("n"));
    });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

// memory_scale: c = factor a. One element per thread, as in BabelStream.
#include "common/memory/family.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// For a grid with at least n threads.
template <class Simt, class Real>
__global__ void memory_scale(const Real* __restrict__ a, Real* __restrict__ c, std::uint32_t n,
                             Real factor) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = factor * a[i];
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct memory_scale_kernel {
  static constexpr const char* summary = "c = factor a";
  static constexpr const char* source = "BabelStream: scale";
  using layouts = Layouts<DenseArray>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<256, 64>;
  using axes = AxisList<AxisValues<"access", "scale">>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(bodies_of<memory_scale_kernel>(call), [&](auto arrays) {
      using Real = typename decltype(arrays)::gt_real;
      const unsigned block = call.configuration.block;
      add_kernel<Simt, memory_scale<Simt, Real>>(
          binding, "memory_scale", blocks_for(call.items, block), block, arrays.a,
          static_cast<Real*>(call.outputs[0]), call.scalar<std::uint32_t>("n"),
          call.scalar<Real>("factor"));
    });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

// memory_add: c = a + b: two arrays read, one written. One element per thread, as in BabelStream.
#include "common/memory/family.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// For a grid with at least n threads.
template <class Simt, class Real>
__global__ void memory_add(const Real* __restrict__ a, const Real* __restrict__ b,
                           Real* __restrict__ c, std::uint32_t n) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct memory_add_kernel {
  static constexpr const char* summary = "c = a + b: two arrays read, one written";
  static constexpr const char* source = "BabelStream: add";
  using layouts = Layouts<DenseArray>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<256, 64>;
  using axes = AxisList<AxisValues<"access", "add">>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(bodies_of<memory_add_kernel>(call), [&](auto arrays) {
      using Real = typename decltype(arrays)::gt_real;
      const unsigned block = call.configuration.block;
      add_kernel<Simt, memory_add<Simt, Real>>(
          binding, "memory_add", blocks_for(call.items, block), block, arrays.a,
          static_cast<const Real*>(call.inputs[1]), static_cast<Real*>(call.outputs[0]),
          call.scalar<std::uint32_t>("n"));
    });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

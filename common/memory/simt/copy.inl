// memory_copy: c = a: one byte read per byte written. One element per thread, as in BabelStream.
#include "common/memory/family.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// For a grid with at least n threads.
template <class Simt, class Real>
__global__ void memory_copy(const Real* __restrict__ a, Real* __restrict__ c, std::uint32_t n) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i];
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct memory_copy_kernel {
  static constexpr const char* summary = "c = a: one byte read per byte written";
  static constexpr const char* source = "BabelStream: copy";
  using layouts = Layouts<DenseArray>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<256, 64>;
  using axes = AxisList<AxisValues<"access", "copy">>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(bodies_of<memory_copy_kernel>(call), [&](auto arrays) {
      using Real = typename decltype(arrays)::gt_real;
      const unsigned block = call.configuration.block;
      add_kernel<Simt, memory_copy<Simt, Real>>(
          binding, "memory_copy", blocks_for(call.items, block), block, arrays.a,
          static_cast<Real*>(call.outputs[0]), call.scalar<std::uint32_t>("n"));
    });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

// memory_triad: c = a + factor b: two arrays read, one written. One element per thread, as in
// BabelStream.
#include "common/memory/family.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// For a grid with at least n threads.
template <class Simt, class Real>
__global__ void memory_triad(const Real* __restrict__ a, const Real* __restrict__ b,
                             Real* __restrict__ c, std::uint32_t n, Real factor) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + factor * b[i];
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct memory_triad_kernel {
  static constexpr const char* summary = "c = a + factor b: two arrays read, one written";
  static constexpr const char* source = "BabelStream: triad";
  using layouts = Layouts<DenseArray>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<256, 64>;
  using axes = AxisList<AxisValues<"access", "triad">>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(bodies_of<memory_triad_kernel>(call), [&](auto arrays) {
      using Real = typename decltype(arrays)::gt_real;
      const unsigned block = call.configuration.block;
      add_kernel<Simt, memory_triad<Simt, Real>>(
          binding, "memory_triad", blocks_for(call.items, block), block, arrays.a,
          static_cast<const Real*>(call.inputs[1]), static_cast<Real*>(call.outputs[0]),
          call.scalar<std::uint32_t>("n"), call.scalar<Real>("factor"));
    });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

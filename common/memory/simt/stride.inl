// memory_stride: neighbouring threads read elements that are `stride` apart, and write neighbours.
// So the stride sets the number of lines that a warp reads.
#include "common/memory/family.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// For a grid with at least n threads.
template <class Simt, class Real>
__global__ void memory_stride(const Real* __restrict__ a, Real* __restrict__ c, std::uint32_t n,
                              std::uint32_t stride, std::uint32_t rows) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const std::uint32_t column = i / rows;
  const std::uint32_t place = (i - column * rows) * stride + column;
  c[i] = a[place < n ? place : place - n];
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct memory_stride_kernel {
  static constexpr const char* summary = "reads `stride` elements apart, writes in order";
  static constexpr const char* source = "the textbook's loop";
  using layouts = Layouts<DenseArray>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<256, 64>;
  using axes = AxisList<AxisValues<"access", "stride">, AxisValues<"stride">>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(bodies_of<memory_stride_kernel>(call), [&](auto arrays) {
      using Real = typename decltype(arrays)::gt_real;
      const unsigned block = call.configuration.block;
      add_kernel<Simt, memory_stride<Simt, Real>>(
          binding, "memory_stride", blocks_for(call.items, block), block, arrays.a,
          static_cast<Real*>(call.outputs[0]), call.scalar<std::uint32_t>("n"),
          call.scalar<std::uint32_t>("stride"), call.scalar<std::uint32_t>("rows"));
    });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

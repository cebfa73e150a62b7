// reorder_naive: one element per thread, in the source's order. Reads are consecutive and writes
// are scattered.
#include "common/reorder/elements.hpp"
#include "common/reorder/family.hpp"
#include "common/reorder/simt/place_in_order.hpp"
#include "common/reorder/tiling.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// The grid has at least n threads.
template <class Simt, class T>
__global__ void reorder_naive(const T* __restrict__ source, T* __restrict__ reordered,
                              reorder::StridedOrder order, std::uint32_t n) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) reordered[place_in_order(order, i)] = source[i];
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct reorder_naive_kernel {
  static constexpr const char* summary =
      "one element per thread, read in order and written to its new place";
  static constexpr const char* source = "the textbook's loops";
  using layouts = Layouts<DenseElements>;
  using precisions = Precisions<float>;
  using blocks = Blocks<256, 64>;
  using axes = AxisList<AxisValues<"element">, AxisValues<"order", "permuted">>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(reorder::element_of(call.specialization("element")), [&](auto element) {
      using T = typename decltype(element)::type;
      const unsigned block = call.configuration.block;
      add_kernel<Simt, reorder_naive<Simt, T>>(
          binding, "reorder_naive", blocks_for(call.items, block), block,
          static_cast<const T*>(call.inputs[0]), static_cast<T*>(call.outputs[0]),
          reorder::order_of(call.scalars), call.scalar<std::uint32_t>("n"));
    });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

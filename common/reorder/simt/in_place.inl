// reorder_in_place: one element per thread; the one that is first in memory is swapped with its
// partner. One side of each pair is accessed in order, the other is scattered.
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
__global__ void reorder_in_place(T* __restrict__ array, reorder::StridedOrder order,
                                 std::uint32_t n) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const std::uint32_t place = place_in_order(order, i);
  if (i >= place) return;
  const T held = array[i];
  array[i] = array[place];
  array[place] = held;
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct reorder_in_place_kernel {
  static constexpr const char* summary =
      "in place, one element per thread: each pair is swapped once";
  static constexpr const char* source = "the textbook's loops";
  using layouts = Layouts<DenseElements>;
  using precisions = Precisions<float>;
  using blocks = Blocks<256, 64>;
  using axes = AxisList<AxisValues<"element">, AxisValues<"order", "in_place">>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(reorder::element_of(call.specialization("element")), [&](auto element) {
      using T = typename decltype(element)::type;
      const unsigned block = call.configuration.block;
      add_kernel<Simt, reorder_in_place<Simt, T>>(
          binding, "reorder_in_place", blocks_for(call.items, block), block,
          static_cast<T*>(call.outputs[0]), reorder::order_of(call.scalars),
          call.scalar<std::uint32_t>("n"));
    });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

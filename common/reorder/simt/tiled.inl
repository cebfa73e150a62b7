// reorder_tiled: a square tile through shared memory, one element per thread, so that both reads
// and writes are consecutive. A column of the tile lies in one bank of shared memory. The bank
// serves the threads that write a row of the result one after another.
#include "common/reorder/elements.hpp"
#include "common/reorder/family.hpp"
#include "common/reorder/simt/transpose_tile.hpp"
#include "common/simt/launch.hpp"

namespace gputest {
namespace simt {

/// The grid has one block per tile.
template <class Simt, class T, unsigned Block>
__global__ void __launch_bounds__(Block)
    reorder_tiled(const T* __restrict__ source, T* __restrict__ reordered, reorder::Tiling tiling) {
  constexpr unsigned kEdge = edge_of(Block);
  transpose_tile<kEdge, kEdge, Block>(source, reordered, tiling);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct reorder_tiled_kernel {
  static constexpr const char* summary =
      "square tiles through shared memory, one element per thread";
  static constexpr const char* source = "DVMH article, sections 1 and 2, without its padding";
  using layouts = Layouts<DenseElements>;
  using precisions = Precisions<float>;
  using blocks = Blocks<1024, 256, 64>;
  using axes = AxisList<AxisValues<"element">, AxisValues<"order", "permuted">>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(reorder::element_of(call.specialization("element")),
           block_of<reorder_tiled_kernel>(call), [&](auto element, auto block) {
             using T = typename decltype(element)::type;
             const auto tiling = reorder::tiling_of(reorder::order_of(call.scalars));
             const auto tiles = tiling.tiles(edge_of(block));
             add_kernel<Simt, reorder_tiled<Simt, T, decltype(block)::value>>(
                 binding, "reorder_tiled", static_cast<unsigned>(tiles), block,
                 static_cast<const T*>(call.inputs[0]), static_cast<T*>(call.outputs[0]), tiling);
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

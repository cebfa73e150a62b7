// reorder_padded: like reorder_tiled, with one more column in the tile, so that the elements of a
// column lie in different banks of shared memory.
#include "common/reorder/elements.hpp"
#include "common/reorder/family.hpp"
#include "common/reorder/simt/transpose_tile.hpp"
#include "common/simt/launch.hpp"

namespace gputest {
namespace simt {

/// The grid has one block per tile.
template <class Simt, class T, unsigned Block>
__global__ void __launch_bounds__(Block)
    reorder_padded(const T* __restrict__ source, T* __restrict__ reordered,
                   reorder::Tiling tiling) {
  constexpr unsigned kEdge = edge_of(Block);
  transpose_tile<kEdge, kEdge + 1, Block>(source, reordered, tiling);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct reorder_padded_kernel {
  static constexpr const char* summary =
      "as tiled, with one more column in the tile to avoid bank conflicts";
  static constexpr const char* source =
      "DVMH article, sections 1 and 2: temp[BLOCK_DIM][BLOCK_DIM + 1]";
  using layouts = Layouts<DenseElements>;
  using precisions = Precisions<float>;
  using blocks = Blocks<1024, 256, 64>;
  using axes = AxisList<AxisValues<"element">, AxisValues<"order", "permuted">>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(reorder::element_of(call.specialization("element")),
           block_of<reorder_padded_kernel>(call), [&](auto element, auto block) {
             using T = typename decltype(element)::type;
             const auto tiling = reorder::tiling_of(reorder::order_of(call.scalars));
             const auto tiles = tiling.tiles(edge_of(block));
             add_kernel<Simt, reorder_padded<Simt, T, decltype(block)::value>>(
                 binding, "reorder_padded", static_cast<unsigned>(tiles), block,
                 static_cast<const T*>(call.inputs[0]), static_cast<T*>(call.outputs[0]), tiling);
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

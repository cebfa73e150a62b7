// reorder_rows: like reorder_padded, with four elements per thread. All four reads are issued
// before the thread waits for the first, and addresses cost a quarter.
#include "common/reorder/elements.hpp"
#include "common/reorder/family.hpp"
#include "common/reorder/simt/transpose_tile.hpp"
#include "common/simt/launch.hpp"

namespace gputest {
namespace simt {

/// The grid has one block per tile.
template <class Simt, class T, unsigned Block>
__global__ void __launch_bounds__(Block)
    reorder_rows(const T* __restrict__ source, T* __restrict__ reordered, reorder::Tiling tiling) {
  constexpr unsigned kEdge = edge_of(4 * Block);
  transpose_tile<kEdge, kEdge + 1, Block>(source, reordered, tiling);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct reorder_rows_kernel {
  static constexpr const char* summary = "as padded, four rows of the tile per thread";
  static constexpr const char* source =
      "Ruetsch and Micikevicius 2009, Optimizing matrix transpose in CUDA";
  using layouts = Layouts<DenseElements>;
  using precisions = Precisions<float>;
  using blocks = Blocks<256, 64>;
  using axes = AxisList<AxisValues<"element">, AxisValues<"order", "permuted">>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(reorder::element_of(call.specialization("element")), block_of<reorder_rows_kernel>(call),
           [&](auto element, auto block) {
             using T = typename decltype(element)::type;
             const auto tiling = reorder::tiling_of(reorder::order_of(call.scalars));
             const auto tiles = tiling.tiles(edge_of(4 * block));
             add_kernel<Simt, reorder_rows<Simt, T, decltype(block)::value>>(
                 binding, "reorder_rows", static_cast<unsigned>(tiles), block,
                 static_cast<const T*>(call.inputs[0]), static_cast<T*>(call.outputs[0]), tiling);
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

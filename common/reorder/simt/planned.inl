// reorder_planned: a plan for the permutation. Elements that stay adjacent are moved as one. Then
// it uses large tiles, in which short elements are moved in words of several. If a dimension is too
// small for tiles, it uses boxes of several dimensions.
#include "common/reorder/elements.hpp"
#include "common/reorder/family.hpp"
#include "common/reorder/planning.hpp"
#include "common/reorder/simt/move_box.hpp"
#include "common/reorder/simt/transpose_tile.hpp"
#include "common/reorder/simt/transpose_words.hpp"
#include "common/simt/launch.hpp"

namespace gputest {
namespace simt {

/// The grid has one block per tile.
template <class Simt, class T, unsigned Block>
__global__ void __launch_bounds__(Block)
    reorder_planned_tiles(const T* __restrict__ source, T* __restrict__ reordered,
                          reorder::Tiling tiling) {
  constexpr unsigned kEdge = reorder::tile_edge(sizeof(T), sizeof(T), Block);
  transpose_tile<kEdge, kEdge + 1, Block>(source, reordered, tiling);
}

/// The grid has one block per tile.
template <class Simt, class Word, class T, unsigned Block>
__global__ void __launch_bounds__(Block)
    reorder_planned_words(const T* __restrict__ source, T* __restrict__ reordered,
                          reorder::Tiling tiling) {
  constexpr unsigned kEdge = reorder::tile_edge(sizeof(T), sizeof(Word), Block);
  transpose_words<Word, kEdge, Block>(source, reordered, tiling);
}

/// The grid has one block per box.
template <class Simt, class T, unsigned Depth, unsigned Block>
__global__ void __launch_bounds__(Block)
    reorder_planned_boxes(const T* __restrict__ source, T* __restrict__ reordered,
                          reorder::Packing packing) {
  move_box<Depth, Block>(source, reordered, packing);
}

/// A choice of the depth for which loops over a box are unrolled.
inline auto depth_of(std::uint32_t depth) {
  return [depth](auto&& f) {
    if (depth <= 2)
      f(std::integral_constant<unsigned, 2>());
    else if (depth == 3)
      f(std::integral_constant<unsigned, 3>());
    else
      f(std::integral_constant<unsigned, 6>());
  };
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct reorder_planned_kernel {
  static constexpr const char* summary =
      "dimensions fused, elements widened, then large tiles or boxes of several";
  static constexpr const char* source =
      "Hynninen and Lyakh 2017, cuTT, arXiv:1705.01598; Springer, Sankaran and Bientinesi 2016, "
      "TTC";
  using layouts = Layouts<DenseElements>;
  using precisions = Precisions<float>;
  using blocks = Blocks<256, 64>;
  using axes = AxisList<AxisValues<"element">, AxisValues<"order", "permuted">>;

  static void bind(const KernelCall& call, Binding& binding) {
    const reorder::Planned planned = reorder::planned_for(
        reorder::order_of(call.scalars), call.specialization("element"), call.configuration.block);
    choose(reorder::element_of(planned.bytes), block_of<reorder_planned_kernel>(call),
           [&](auto element, auto block) {
             using T = typename decltype(element)::type;
             constexpr unsigned kBlock = decltype(block)::value;
             const auto* from = static_cast<const T*>(call.inputs[0]);
             auto* to = static_cast<T*>(call.outputs[0]);
             const auto blocks = static_cast<unsigned>(planned.groups);
             if (planned.way == reorder::Way::boxes)
               choose(depth_of(planned.packing.depth), [&](auto depth) {
                 add_kernel<Simt, reorder_planned_boxes<Simt, T, decltype(depth)::value, kBlock>>(
                     binding, "reorder_planned_boxes", blocks, kBlock, from, to, planned.packing);
               });
             else if (planned.way == reorder::Way::tiles)
               add_kernel<Simt, reorder_planned_tiles<Simt, T, kBlock>>(
                   binding, "reorder_planned_tiles", blocks, kBlock, from, to, planned.tiling);
             else if constexpr (sizeof(T) <= 4)
               choose(reorder::word_of<T>(planned.word), [&](auto word) {
                 using Word = typename decltype(word)::type;
                 add_kernel<Simt, reorder_planned_words<Simt, Word, T, kBlock>>(
                     binding, "reorder_planned_words", blocks, kBlock, from, to, planned.tiling);
               });
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

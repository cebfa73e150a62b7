// reorder_in_place_tiled: two tiles are swapped through shared memory; one of them waits in
// registers. The block of the tile that is first in memory moves both.
#include "common/reorder/elements.hpp"
#include "common/reorder/family.hpp"
#include "common/reorder/simt/transpose_tile.hpp"
#include "common/simt/launch.hpp"

namespace gputest {
namespace simt {

/// The grid has one block per tile. A tile of b rows of a runs goes to one of a rows of b runs,
/// with the same distance between rows.
template <class Simt, class T, unsigned Block>
__global__ void __launch_bounds__(Block)
    reorder_in_place_tiled(T* __restrict__ array, reorder::Tiling tiling) {
  constexpr unsigned kEdge = edge_of(4 * Block), kRows = Block / kEdge, kEach = kEdge / kRows;
  GT_SHARED(T, tile, [kEdge][kEdge + 1]);
  const unsigned column = threadIdx.x % kEdge, row = threadIdx.x / kEdge;
  const TilePlace place = tile_place(tiling, kEdge, blockIdx.x);
  if (place.from > place.to) return;  // for all of the block
  const std::uint32_t pitch = tiling.b_from;
  for (std::uint32_t k = 0; k < tiling.inner; ++k) {
    T* const one = array + place.from + column * tiling.inner + k;
    T* const other = array + place.to + column * tiling.inner + k;
    T of_one[kEach] = {}, of_other[kEach] = {};
    GT_UNROLL
    for (unsigned r = 0; r < kEach; ++r) {
      const unsigned line = row + r * kRows;
      if (column < place.a && line < place.b) of_one[r] = one[line * pitch];
      if (column < place.b && line < place.a) of_other[r] = other[line * pitch];
    }
    if (k > 0) __syncthreads();
    GT_UNROLL
    for (unsigned r = 0; r < kEach; ++r) tile[row + r * kRows][column] = of_one[r];
    __syncthreads();
    GT_UNROLL
    for (unsigned r = 0; r < kEach; ++r) {
      const unsigned line = row + r * kRows;
      if (column < place.b && line < place.a) other[line * pitch] = tile[column][line];
    }
    if (place.from == place.to) continue;  // the tile was transposed in itself
    __syncthreads();
    GT_UNROLL
    for (unsigned r = 0; r < kEach; ++r) tile[row + r * kRows][column] = of_other[r];
    __syncthreads();
    GT_UNROLL
    for (unsigned r = 0; r < kEach; ++r) {
      const unsigned line = row + r * kRows;
      if (column < place.a && line < place.b) one[line * pitch] = tile[column][line];
    }
  }
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct reorder_in_place_tiled_kernel {
  static constexpr const char* summary =
      "in place: pairs of square tiles through shared memory, four rows per thread";
  static constexpr const char* source =
      "Ruetsch and Micikevicius 2009, Optimizing Matrix Transpose";
  using layouts = Layouts<DenseElements>;
  using precisions = Precisions<float>;
  using blocks = Blocks<256>;
  using axes = AxisList<AxisValues<"element">, AxisValues<"order", "in_place">>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(reorder::element_of(call.specialization("element")),
           block_of<reorder_in_place_tiled_kernel>(call), [&](auto element, auto block) {
             using T = typename decltype(element)::type;
             const auto tiling = reorder::tiling_of(reorder::order_of(call.scalars));
             const auto tiles = tiling.tiles(edge_of(4 * block));
             add_kernel<Simt, reorder_in_place_tiled<Simt, T, decltype(block)::value>>(
                 binding, "reorder_in_place_tiled", static_cast<unsigned>(tiles), block,
                 static_cast<T*>(call.outputs[0]), tiling);
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

// reorder_diagonal: planes stored by diagonals through skewed tiles in shared memory: each row of a
// tile begins one element before the row above, so that its columns are pieces of diagonals. Rows
// are moved from or to the plain plane and columns from or to the diagonals, neighbours by
// neighbouring threads.
#include "common/arrays/diagonal.h"
#include "common/reorder/elements.hpp"
#include "common/reorder/family.hpp"
#include "common/reorder/planning.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// For as many blocks as reorder::skewed_tiles() says, with the scalars of make_reorder().
template <class Simt, class T, bool Back, unsigned Block>
__global__ void __launch_bounds__(Block)
    reorder_diagonal(const T* __restrict__ source, T* __restrict__ reordered, std::uint32_t rx,
                     std::uint32_t ry, std::uint32_t slant) {
  constexpr unsigned kEdge = reorder::tile_edge(sizeof(T), false, Block), kRows = Block / kEdge;
  __shared__ T tile[kEdge][kEdge + 1];
  const unsigned column = threadIdx.x % kEdge, row = threadIdx.x / kEdge;
  const std::uint32_t along_x = (rx + kEdge - 2) / kEdge + 1, along_y = (ry - 1) / kEdge + 1;
  const std::uint32_t band = blockIdx.x / along_x, z = band / along_y;
  const std::uint32_t first_y = (band - z * along_y) * kEdge;
  const std::uint32_t first_diagonal = first_y + (blockIdx.x - band * along_x) * kEdge;
  const std::uint32_t plane = z * rx * ry;

  // In the plain plane a thread moves the element of its column's diagonal in some rows. Left of a
  // row x wraps, and is at least rx too.
  GT_UNROLL
  for (unsigned r = 0; r < kEdge; r += kRows) {
    std::uint32_t at = 0, y = 0, x = 0;
    if (Back) {
      const std::uint32_t diagonal = first_diagonal + row + r;
      y = first_y + column, x = diagonal - y;
      at = plane + gt_diagonal_origin(diagonal, rx, ry) + y;
      if (y < ry && x < rx) tile[column][row + r] = source[at];
    } else {
      y = first_y + row + r, x = first_diagonal + column - y;
      at = plane + y * rx + (slant != 0 ? rx - 1 - x : x);
      if (y < ry && x < rx) tile[row + r][column] = source[at];
    }
  }
  __syncthreads();
  GT_UNROLL
  for (unsigned r = 0; r < kEdge; r += kRows) {
    std::uint32_t at = 0, y = 0, x = 0;
    if (Back) {
      y = first_y + row + r, x = first_diagonal + column - y;
      at = plane + y * rx + (slant != 0 ? rx - 1 - x : x);
      if (y < ry && x < rx) reordered[at] = tile[row + r][column];
    } else {
      const std::uint32_t diagonal = first_diagonal + row + r;
      y = first_y + column, x = diagonal - y;
      at = plane + gt_diagonal_origin(diagonal, rx, ry) + y;
      if (y < ry && x < rx) reordered[at] = tile[column][row + r];
    }
  }
}

template <class Simt>
struct reorder_diagonal_kernel {
  static constexpr const char* summary =
      "planes stored by diagonals, through skewed tiles in shared memory";
  static constexpr const char* source = "DVMH article, section 3";
  using layouts = Layouts<DenseElements>;
  using precisions = Precisions<float>;
  using blocks = Blocks<256, 64>;
  using axes = AxisList<AxisValues<"element">, AxisValues<"order", "diagonal">>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(reorder::element_of(call.specialization("element")),
           choices::OfSwitch{call.scalar<std::uint32_t>("back") == 1},
           block_of<reorder_diagonal_kernel>(call), [&](auto element, auto back, auto block) {
             using T = typename decltype(element)::type;
             constexpr unsigned kBlock = decltype(block)::value;
             const auto rx = call.scalar<std::uint32_t>("extent0"),
                        ry = call.scalar<std::uint32_t>("extent1"),
                        planes = call.scalar<std::uint32_t>("extent2");
             constexpr std::uint32_t kEdge = reorder::tile_edge(sizeof(T), false, kBlock);
             add_kernel<Simt>(binding, "reorder_diagonal",
                              reorder_diagonal<Simt, T, decltype(back)::value, kBlock>,
                              static_cast<unsigned>(reorder::skewed_tiles(rx, ry, planes, kEdge)),
                              kBlock, static_cast<const T*>(call.inputs[0]),
                              static_cast<T*>(call.outputs[0]), rx, ry,
                              call.scalar<std::uint32_t>("slant"));
           });
  }
};

}  // namespace simt
}  // namespace gputest

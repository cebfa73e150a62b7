// reorder_diagonal: planes stored by diagonals through skewed tiles in shared memory. Each row of a
// tile begins one element before the row above, so that its columns are pieces of diagonals. Rows
// are moved from or to the plain plane and columns from or to the diagonals; neighbouring threads
// move neighbours. Writes begin at whole sectors (reorder::SkewedTile).
#include "common/arrays/diagonal.h"
#include "common/reorder/elements.hpp"
#include "common/reorder/family.hpp"
#include "common/reorder/planning.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// The grid has reorder::skewed_tiles() blocks; the scalars are those of make_reorder().
template <class Simt, class T, bool Back, unsigned Block>
__global__ void __launch_bounds__(Block)
    reorder_diagonal(const T* __restrict__ source, T* __restrict__ reordered, std::uint32_t rx,
                     std::uint32_t ry, std::uint32_t slant) {
  constexpr reorder::SkewedTile kTile = reorder::skewed_tile(sizeof(T), Block);
  constexpr unsigned kDiagonals = kTile.diagonals, kRows = kTile.rows, kFringe = kTile.fringe;
  constexpr unsigned kStagedRows = Back ? kRows : kRows + kFringe;
  constexpr unsigned kStagedDiagonals = Back ? kDiagonals + kFringe : kDiagonals;
  GT_SHARED(T, tile, [kStagedRows][kStagedDiagonals | 1]);
  GT_SHARED(std::uint32_t, origin, [kStagedDiagonals]);
  const std::uint32_t along_x = reorder::skewed_along_x(kTile, rx);
  const std::uint32_t along_y = reorder::skewed_along_y(kTile, ry);
  const std::uint32_t band = blockIdx.x / along_x, z = band / along_y;
  const std::uint32_t first_y = (band - z * along_y) * kRows, plane = z * rx * ry;
  const std::uint32_t first_diagonal =
      first_y + (blockIdx.x - band * along_x) * kDiagonals - kFringe;
  for (unsigned k = threadIdx.x; k < kStagedDiagonals; k += Block)
    origin[k] = plane + gt_diagonal_origin(first_diagonal + k, rx, ry);

  // A thread moves elements of one diagonal of the plain plane, and of one row of the diagonals.
  // Left of a row x wraps and is at least rx too; above a plane so does y.
  const unsigned in_row = threadIdx.x % kDiagonals, row = threadIdx.x / kDiagonals;
  const unsigned in_diagonal = threadIdx.x % kRows, diagonal = threadIdx.x / kRows;
  constexpr unsigned kRowsAtOnce = Block / kDiagonals, kDiagonalsAtOnce = Block / kRows;
  if (Back) {
    __syncthreads();
    constexpr unsigned kEach = (kStagedDiagonals - 1) / kDiagonalsAtOnce + 1;
    const std::uint32_t y = first_y + in_diagonal;
    T held[kEach] = {};
    GT_UNROLL
    for (unsigned r = 0; r < kEach; ++r) {
      const unsigned d = diagonal + r * kDiagonalsAtOnce;
      if (d < kStagedDiagonals && y < ry && first_diagonal + d - y < rx)
        held[r] = source[origin[d] + y];
    }
    GT_UNROLL
    for (unsigned r = 0; r < kEach; ++r) {
      const unsigned d = diagonal + r * kDiagonalsAtOnce;
      if (d < kStagedDiagonals) tile[in_diagonal][d] = held[r];
    }
    __syncthreads();
    GT_UNROLL
    for (unsigned k = 0; k < kRows / kRowsAtOnce; ++k) {
      const unsigned r = row + k * kRowsAtOnce;
      const std::uint32_t to_y = first_y + r, line = plane + to_y * rx;
      const std::uint32_t first_x = first_diagonal + kFringe - to_y;
      const std::uint32_t before = (slant != 0 ? first_x - line - rx : line + first_x) & kFringe;
      const std::uint32_t x = first_x - before + in_row;
      if (to_y < ry && x < rx)
        reordered[line + (slant != 0 ? rx - 1 - x : x)] = tile[r][kFringe - before + in_row];
    }
  } else {
    constexpr unsigned kEach = (kStagedRows - 1) / kRowsAtOnce + 1;
    T held[kEach] = {};
    GT_UNROLL
    for (unsigned r = 0; r < kEach; ++r) {
      const unsigned line = row + r * kRowsAtOnce;
      const std::uint32_t y = first_y - kFringe + line, x = first_diagonal + in_row - y;
      if (line < kStagedRows && y < ry && x < rx)
        held[r] = source[plane + y * rx + (slant != 0 ? rx - 1 - x : x)];
    }
    GT_UNROLL
    for (unsigned r = 0; r < kEach; ++r) {
      const unsigned line = row + r * kRowsAtOnce;
      if (line < kStagedRows) tile[line][in_row] = held[r];
    }
    __syncthreads();
    GT_UNROLL
    for (unsigned k = 0; k < kDiagonals / kDiagonalsAtOnce; ++k) {
      const unsigned d = diagonal + k * kDiagonalsAtOnce;
      const std::uint32_t before = (origin[d] + first_y) & kFringe;
      const std::uint32_t y = first_y - before + in_diagonal;
      if (y < ry && first_diagonal + d - y < rx)
        reordered[origin[d] + y] = tile[kFringe - before + in_diagonal][d];
    }
  }
}

#ifndef GPUTEST_TEXT
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
             constexpr reorder::SkewedTile kTile = reorder::skewed_tile(sizeof(T), kBlock);
             add_kernel<Simt, reorder_diagonal<Simt, T, decltype(back)::value, kBlock>>(
                 binding, "reorder_diagonal",
                 static_cast<unsigned>(reorder::skewed_tiles(kTile, rx, ry, planes)), kBlock,
                 static_cast<const T*>(call.inputs[0]), static_cast<T*>(call.outputs[0]), rx, ry,
                 call.scalar<std::uint32_t>("slant"));
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

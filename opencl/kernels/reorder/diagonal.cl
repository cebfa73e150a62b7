/* gputest kernel: reorder_diagonal
 *   summary    = planes stored by diagonals, through skewed tiles in local memory
 *   source     = DVMH article, section 3
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   launch     = reorder_diagonal
 *   order      = diagonal
 *
 * Each row of a tile begins one element before the row above, so that its columns are pieces of
 * diagonals. Rows are moved from or to the plain plane and columns from or to the diagonals.
 * Writes begin at whole sectors of memory (reorder::SkewedTile). To the left of a row x wraps
 * and is at least rx; so does y above a plane. */
#include "common/arrays/diagonal.h"
#include "opencl/kernels/reorder/reorder.h"

#define STAGED_ROWS (REORDER_ROWS + REORDER_FRINGE)
#define STAGED_DIAGONALS (REORDER_DIAGONALS + REORDER_FRINGE)
#define ROWS_AT_ONCE (GT_BLOCK / REORDER_DIAGONALS)
#define DIAGONALS_AT_ONCE (GT_BLOCK / REORDER_ROWS)

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void reorder_diagonal(
    __global const element_t* restrict source, __global element_t* restrict reordered,
    REORDER_ORDER) {
  __local element_t tile[STAGED_ROWS][STAGED_DIAGONALS | 1];
  __local uint origin[STAGED_DIAGONALS];
  const uint rx = extent0, ry = extent1, item = get_local_id(0);
  const uint along_x = (rx + REORDER_ROWS + 2 * REORDER_FRINGE - 2) / REORDER_DIAGONALS + 1;
  const uint along_y = (ry + REORDER_FRINGE - 1) / REORDER_ROWS + 1;
  const uint band = get_group_id(0) / along_x, z = band / along_y;
  const uint first_y = (band - z * along_y) * REORDER_ROWS, plane = z * rx * ry;
  const uint first_diagonal =
      first_y + (get_group_id(0) - band * along_x) * REORDER_DIAGONALS - REORDER_FRINGE;
  for (uint k = item; k < STAGED_DIAGONALS; k += GT_BLOCK)
    origin[k] = plane + gt_diagonal_origin(first_diagonal + k, rx, ry);
  barrier(CLK_LOCAL_MEM_FENCE);

  /* All reads start before the first is staged. An item moves elements of one diagonal of the plain
   * plane, and of one row of the diagonals. */
  const uint in_row = item % REORDER_DIAGONALS, row = item / REORDER_DIAGONALS;
  const uint in_diagonal = item % REORDER_ROWS, diagonal = item / REORDER_ROWS;
  if (back != 0) {
    const uint y = first_y + in_diagonal;
    element_t held[(STAGED_DIAGONALS - 1) / DIAGONALS_AT_ONCE + 1] = {(element_t)(0)};
#pragma unroll
    for (uint d = diagonal, k = 0; k < sizeof(held) / sizeof(held[0]); d += DIAGONALS_AT_ONCE, ++k)
      if (d < STAGED_DIAGONALS && y < ry && first_diagonal + d - y < rx)
        held[k] = source[origin[d] + y];
#pragma unroll
    for (uint d = diagonal, k = 0; k < sizeof(held) / sizeof(held[0]); d += DIAGONALS_AT_ONCE, ++k)
      if (d < STAGED_DIAGONALS) tile[in_diagonal][d] = held[k];
  } else {
    element_t held[(STAGED_ROWS - 1) / ROWS_AT_ONCE + 1] = {(element_t)(0)};
#pragma unroll
    for (uint line = row, k = 0; k < sizeof(held) / sizeof(held[0]); line += ROWS_AT_ONCE, ++k) {
      const uint y = first_y - REORDER_FRINGE + line, x = first_diagonal + in_row - y;
      if (line < STAGED_ROWS && y < ry && x < rx)
        held[k] = source[plane + y * rx + (slant != 0 ? rx - 1 - x : x)];
    }
#pragma unroll
    for (uint line = row, k = 0; k < sizeof(held) / sizeof(held[0]); line += ROWS_AT_ONCE, ++k)
      if (line < STAGED_ROWS) tile[line][in_row] = held[k];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (back != 0) {
#pragma unroll
    for (uint r = row; r < REORDER_ROWS; r += ROWS_AT_ONCE) {
      const uint to_y = first_y + r, line = plane + to_y * rx;
      const uint first_x = first_diagonal + REORDER_FRINGE - to_y;
      const uint before = (slant != 0 ? first_x - line - rx : line + first_x) & REORDER_FRINGE;
      const uint x = first_x - before + in_row;
      if (to_y < ry && x < rx)
        reordered[line + (slant != 0 ? rx - 1 - x : x)] = tile[r][REORDER_FRINGE - before + in_row];
    }
  } else {
#pragma unroll
    for (uint d = diagonal; d < REORDER_DIAGONALS; d += DIAGONALS_AT_ONCE) {
      const uint before = (origin[d] + first_y) & REORDER_FRINGE;
      const uint y = first_y - before + in_diagonal;
      if (y < ry && first_diagonal + d - y < rx)
        reordered[origin[d] + y] = tile[REORDER_FRINGE - before + in_diagonal][d];
    }
  }
}

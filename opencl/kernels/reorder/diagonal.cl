/* gputest kernel: reorder_diagonal
 *   summary    = planes stored by diagonals, through skewed tiles in local memory
 *   source     = DVMH article, section 3
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   launch     = reorder_diagonal
 *   rows_per_item = 4
 *   order      = diagonal
 *
 * Each row of a tile begins one element before the row above, so that its columns are pieces of
 * diagonals. Rows are moved from or to the plain plane and columns from or to the diagonals. Left
 * of a row x wraps, and is at least rx too. */
#include "common/arrays/diagonal.h"
#include "opencl/kernels/reorder/reorder.h"

#define EDGE REORDER_EDGE

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void reorder_diagonal(
    __global const element_t* restrict source, __global element_t* restrict reordered,
    REORDER_ORDER) {
  __local element_t tile[EDGE][EDGE + 1];
  const uint rx = extent0, ry = extent1;
  const uint column = get_local_id(0) % EDGE, row = get_local_id(0) / EDGE;
  const uint along_x = (rx + EDGE - 2) / EDGE + 1, along_y = (ry - 1) / EDGE + 1;
  const uint band = get_group_id(0) / along_x, z = band / along_y;
  const uint first_y = (band - z * along_y) * EDGE;
  const uint first_diagonal = first_y + (get_group_id(0) - band * along_x) * EDGE;
  const uint plane = z * rx * ry;
  /* Two passes over the tile: 0 reads it, and 1 writes it. */
  for (uint pass = 0; pass < 2; ++pass) {
    if (pass == 1) barrier(CLK_LOCAL_MEM_FENCE);
    const bool plain = pass == back;
    for (uint r = row; r < EDGE; r += GT_BLOCK / EDGE) {
      const uint line = plain ? r : column;
      const uint y = first_y + line;
      const uint diagonal = first_diagonal + (plain ? column : r), x = diagonal - y;
      if (y >= ry || x >= rx) continue;
      const uint at = plane + (plain ? y * rx + (slant != 0 ? rx - 1 - x : x)
                                     : gt_diagonal_origin(diagonal, rx, ry) + y);
      __local element_t* staged = &tile[line][diagonal - first_diagonal];
      if (pass == 0)
        *staged = source[at];
      else
        reordered[at] = *staged;
    }
  }
}

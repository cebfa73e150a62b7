/* gputest kernel: reorder_tiled
 *   summary    = square tiles through local memory, one element per item
 *   source     = DVMH article, sections 1 and 2, without its padding
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 1024 256 64
 *   launch     = reorder_tiles
 *   rows_per_item = 1
 *   order      = permuted
 *
 * Reads and writes are both consecutive. A column of the tile lies in one bank of local memory.
 * So the bank serves the items that write a row of the result one after another. */
#include "opencl/kernels/reorder/reorder.h"
#include "opencl/kernels/reorder/tile.h"

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void reorder_tiled(
    __global const element_t* restrict source, __global element_t* restrict reordered,
    REORDER_ORDER, REORDER_TILING) {
  __local element_t tile[REORDER_EDGE * (REORDER_EDGE)];
  transpose_tile(source, reordered, tile, REORDER_EDGE, REORDER_TILE_PLACE(REORDER_EDGE), inner,
                 a_to, b_from);
}

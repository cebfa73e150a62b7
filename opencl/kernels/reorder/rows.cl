/* gputest kernel: reorder_rows
 *   summary    = like padded, four rows of the tile per item
 *   source     = Ruetsch and Micikevicius 2009, Optimizing matrix transpose in CUDA
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   launch     = reorder_tiles
 *   rows_per_item = 4
 *   order      = permuted
 *
 * Four reads of an item overlap, and computing addresses costs a quarter. */
#include "opencl/kernels/reorder/reorder.h"
#include "opencl/kernels/reorder/tile.h"

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void reorder_rows(
    __global const element_t* restrict source, __global element_t* restrict reordered,
    REORDER_ORDER, REORDER_TILING) {
  __local element_t tile[REORDER_EDGE * (REORDER_EDGE + 1)];
  transpose_tile(source, reordered, tile, REORDER_EDGE + 1, REORDER_TILE_PLACE(REORDER_EDGE), inner,
                 a_to, b_from);
}

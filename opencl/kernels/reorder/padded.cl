/* gputest kernel: reorder_padded
 *   summary    = like tiled, with one more column in the tile to avoid bank conflicts
 *   source     = DVMH article, sections 1 and 2: temp[BLOCK_DIM][BLOCK_DIM + 1]
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 1024 256 64
 *   launch     = reorder_tiles
 *   rows_per_item = 1
 *   order      = permuted
 *
 * The elements of a column then lie in different banks of local memory. */
#include "opencl/kernels/reorder/reorder.h"
#include "opencl/kernels/reorder/tile.h"

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void reorder_padded(
    __global const element_t* restrict source, __global element_t* restrict reordered,
    REORDER_ORDER, REORDER_TILING) {
  __local element_t tile[REORDER_EDGE * (REORDER_EDGE + 1)];
  transpose_tile(source, reordered, tile, REORDER_EDGE + 1, REORDER_TILE_PLACE(REORDER_EDGE), inner,
                 a_to, b_from);
}

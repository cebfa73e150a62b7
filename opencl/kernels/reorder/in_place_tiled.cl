/* gputest kernel: reorder_in_place_tiled
 *   summary    = in place: pairs of square tiles through local memory, four rows per item
 *   source     = Ruetsch and Micikevicius 2009, Optimizing Matrix Transpose
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   launch     = reorder_tiles
 *   rows_per_item = 4
 *   order      = in_place
 *
 * A tile of b rows of a runs becomes one of a rows of b runs, with the same distance of rows.
 * The group of the tile that comes first in memory swaps the two, with one in registers; the
 * other group has no work. */
#include "opencl/kernels/reorder/reorder.h"
#include "opencl/kernels/reorder/tile.h"

#define PITCH (REORDER_EDGE + 1)
#define ROWS (GT_BLOCK / REORDER_EDGE)

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void reorder_in_place_tiled(
    __global const element_t* unread, __global element_t* restrict array, REORDER_ORDER,
    REORDER_TILING) {
  __local element_t tile[REORDER_EDGE * PITCH];
  const uint column = get_local_id(0) % REORDER_EDGE, row = get_local_id(0) / REORDER_EDGE;
  const TilePlace place = REORDER_TILE_PLACE(REORDER_EDGE);
  if (place.from > place.to) return; /* the whole group returns */
  for (uint k = 0; k < inner; ++k) {
    const uint one = place.from + column * inner + k, other = place.to + column * inner + k;
    element_t of_one[REORDER_EACH] = {(element_t)(0)}, of_other[REORDER_EACH] = {(element_t)(0)};
    if (k > 0) barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint r = 0; r < REORDER_EACH; ++r) {
      const uint line = row + r * ROWS;
      if (column < place.a && line < place.b) of_one[r] = array[one + line * b_from];
      if (column < place.b && line < place.a) of_other[r] = array[other + line * b_from];
    }
#pragma unroll
    for (uint r = 0; r < REORDER_EACH; ++r) tile[(row + r * ROWS) * PITCH + column] = of_one[r];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
#pragma unroll
    for (uint r = 0; r < REORDER_EACH; ++r) {
      const uint line = row + r * ROWS;
      if (column < place.b && line < place.a)
        array[other + line * b_from] = tile[column * PITCH + line];
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
#pragma unroll
    for (uint r = 0; r < REORDER_EACH; ++r) tile[(row + r * ROWS) * PITCH + column] = of_other[r];
    barrier(CLK_LOCAL_MEM_FENCE);
    /* For a tile on the diagonal the other is the same tile, and this store completes it. */
#pragma unroll
    for (uint r = 0; r < REORDER_EACH; ++r) {
      const uint line = row + r * ROWS;
      if (column < place.a && line < place.b)
        array[one + line * b_from] = tile[column * PITCH + line];
    }
  }
}

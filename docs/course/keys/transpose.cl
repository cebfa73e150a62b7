/* gputest kernel: reorder_transpose_key
 *   summary    = a transpose by tiles of 32 x 32 in local memory
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 1024
 *   launch     = per_item
 *   order      = permuted
 *
 * The square's edge is a multiple of 32. A row of the tile has one element more, so a column lies
 * in all banks. */
#define COUNTED_AS element_t
#include "opencl/kernels/course/counted.h"
#include "opencl/kernels/reorder/reorder.h"

#define EDGE 32

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void reorder_transpose_key(
    __global const element_t* restrict source, __global element_t* restrict reordered,
    REORDER_ORDER) {
  COUNTED_ITEM
  __local element_t tile[EDGE][EDGE + 1];
  const uint along = extent0 / EDGE, first_x = get_group_id(0) % along * EDGE,
             first_y = get_group_id(0) / along * EDGE;
  const uint column = get_local_id(0) % EDGE, row = get_local_id(0) / EDGE;
  tile[row][column] = COUNTED_READ(source, (first_y + row) * extent0 + first_x + column);
  barrier(CLK_LOCAL_MEM_FENCE);
  COUNTED_WRITE(reordered, (first_x + row) * extent1 + first_y + column, tile[column][row]);
}

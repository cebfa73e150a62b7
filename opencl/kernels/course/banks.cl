/* gputest kernel: reorder_banks
 *   summary    = tiles of 32 x 32 through local memory, a transpose
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 1024
 *   launch     = per_item
 *   order      = permuted
 *
 * For a square of whole tiles; a group transposes one tile. Reads and writes of global memory
 * are in order. A column of the tile lies in one bank of local memory: let it use all of them. */
#define COUNTED_AS element_t
#include "opencl/kernels/course/counted.h"
#include "opencl/kernels/reorder/reorder.h"

#define EDGE 32
#define PITCH EDGE

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void reorder_banks(
    __global const element_t* restrict source, __global element_t* restrict reordered,
    REORDER_ORDER) {
  COUNTED_ITEM
  __local element_t tile[EDGE * PITCH];
  const uint along = extent0 / EDGE, first_x = get_group_id(0) % along * EDGE,
             first_y = get_group_id(0) / along * EDGE;
  const uint column = get_local_id(0) % EDGE, row = get_local_id(0) / EDGE;
  tile[row * PITCH + column] = COUNTED_READ(source, (first_y + row) * extent0 + first_x + column);
  barrier(CLK_LOCAL_MEM_FENCE);
  COUNTED_WRITE(reordered, (first_x + row) * extent1 + first_y + column,
                COUNTED_LOCAL(tile, column * PITCH + row));
}

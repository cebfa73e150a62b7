/* gputest kernel: reorder_transpose
 *   summary    = a transpose, read in order and written to its new place
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 1024
 *   launch     = per_item
 *   order      = permuted
 *
 * For a square with an edge that is a multiple of 32, extent0 elements per row. */
#define COUNTED_AS element_t
#include "opencl/kernels/course/counted.h"
#include "opencl/kernels/reorder/reorder.h"

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void reorder_transpose(
    __global const element_t* restrict source, __global element_t* restrict reordered,
    REORDER_ORDER) {
  COUNTED_ITEM
  const uint i = get_global_id(0);
  if (i >= n) return;
  const uint row = i / extent0, column = i % extent0;
  COUNTED_WRITE(reordered, column * extent1 + row, COUNTED_READ(source, i));
}

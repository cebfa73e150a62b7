/* gputest kernel: reorder_turned
 *   summary    = a transpose, read in order and written to its new place
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   launch     = per_item
 *   order      = permuted
 *
 * For extent1 rows of extent0 elements. Let item i write element i of the result, and read the
 * element that belongs there. */
#define COUNTED_AS element_t
#include "opencl/kernels/course/counted.h"
#include "opencl/kernels/reorder/reorder.h"

__kernel void reorder_turned(__global const element_t* restrict source,
                             __global element_t* restrict reordered, REORDER_ORDER) {
  COUNTED_ITEM
  const uint i = get_global_id(0);
  if (i >= n) return;
  const uint row = i / extent0, column = i % extent0;
  COUNTED_WRITE(reordered, column * extent1 + row, COUNTED_READ(source, i));
}

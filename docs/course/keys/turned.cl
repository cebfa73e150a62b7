/* gputest kernel: reorder_turned_key
 *   summary    = a transpose: writes in order, scattered reads
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   launch     = per_item
 *   order      = permuted
 *
 * The source has extent1 rows of extent0 elements. Item i writes element i of the result. */
#define COUNTED_AS element_t
#include "opencl/kernels/course/counted.h"
#include "opencl/kernels/reorder/reorder.h"

__kernel void reorder_turned_key(__global const element_t* restrict source,
                                 __global element_t* restrict reordered, REORDER_ORDER) {
  COUNTED_ITEM
  const uint i = get_global_id(0);
  if (i >= n) return;
  const uint column = i / extent1, row = i % extent1;
  COUNTED_WRITE(reordered, i, COUNTED_READ(source, row * extent0 + column));
}

/* gputest kernel: memory_columns_key
 *   summary    = a matrix read in order, written column by column
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   launch     = per_item
 *   access     = stride
 *   stride     = 32
 *
 * Item i reads element i of the source. */
#include "opencl/kernels/course/counted.h"
#include "opencl/kernels/real.h"

__kernel void memory_columns_key(__global const gt_real* restrict a, __global gt_real* restrict c,
                                 const uint n, const uint stride, const uint rows) {
  COUNTED_ITEM
  const uint i = get_global_id(0);
  if (i >= n) return;
  const uint row = i / stride, column = i % stride;
  COUNTED_WRITE(c, column * rows + row, COUNTED_READ(a, i));
}

/* gputest kernel: memory_columns
 *   summary    = a matrix read column by column, written in order
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   launch     = per_item
 *   access     = stride
 *   stride     = 32
 *
 * Item i computes element i of the result. Let item i take element i of the source instead. */
#include "opencl/kernels/course/counted.h"
#include "opencl/kernels/real.h"

__kernel void memory_columns(__global const gt_real* restrict a, __global gt_real* restrict c,
                             const uint n, const uint stride, const uint rows) {
  COUNTED_ITEM
  const uint i = get_global_id(0);
  if (i >= n) return;
  const uint column = i / rows, row = i % rows;
  COUNTED_WRITE(c, i, COUNTED_READ(a, row * stride + column));
}

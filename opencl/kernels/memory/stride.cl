/* gputest kernel: memory_stride
 *   summary    = reads `stride` elements apart, writes in order
 *   source     = the textbook's loop
 *   layouts    = row_major
 *   precisions = fp32 fp64
 *   blocks     = 256 64
 *   launch     = per_item
 *   access     = stride
 *   stride     = *
 *
 * One element per item. */
#include "opencl/kernels/real.h"

__kernel void memory_stride(__global const gt_real* restrict a, __global gt_real* restrict c,
                            const uint n, const uint stride, const uint rows) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  const uint column = i / rows;
  const uint place = (i - column * rows) * stride + column;
  c[i] = a[place < n ? place : place - n];
}

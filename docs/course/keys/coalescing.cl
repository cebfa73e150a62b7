/* gputest kernel: memory_coalescing_key
 *   summary    = a copy; neighbouring items copy neighbouring elements
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   launch     = per_item
 *   access     = copy
 *
 * A group copies GT_BLOCK * 32 elements. In each step it copies GT_BLOCK neighbours, item l the
 * element l of them. */
#include "opencl/kernels/course/counted.h"
#include "opencl/kernels/real.h"

#define EACH 32

__kernel void memory_coalescing_key(__global const gt_real* restrict a,
                                    __global gt_real* restrict c, const uint n) {
  COUNTED_ITEM
  const uint first = get_group_id(0) * GT_BLOCK * EACH, l = get_local_id(0);
  if (first >= n) return;
  for (uint k = 0; k < EACH; ++k) {
    const uint i = first + k * GT_BLOCK + l;
    if (i < n) COUNTED_WRITE(c, i, COUNTED_READ(a, i));
  }
}

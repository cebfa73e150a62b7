/* gputest kernel: memory_coalescing
 *   summary    = a copy; each item copies 32 consecutive elements
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   launch     = per_item
 *   access     = copy
 *
 * A group copies GT_BLOCK * 32 elements. Let neighbouring items copy neighbouring elements. */
#include "opencl/kernels/course/counted.h"
#include "opencl/kernels/real.h"

#define EACH 32

__kernel void memory_coalescing(__global const gt_real* restrict a, __global gt_real* restrict c,
                                const uint n) {
  COUNTED_ITEM
  const uint first = get_group_id(0) * GT_BLOCK * EACH, l = get_local_id(0);
  if (first >= n) return;
  for (uint k = 0; k < EACH; ++k) {
    const uint i = first + l * EACH + k;
    if (i < n) COUNTED_WRITE(c, i, COUNTED_READ(a, i));
  }
}

/* gputest kernel: memory_runs
 *   summary    = c[i] = a[index[i]], 32 entries of the list per item
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   launch     = per_item
 *   access     = gather
 *   index      = blocked
 *
 * Each 32 entries of the list, from a multiple of 32 on, name 32 consecutive elements. An item
 * takes such a run. Let neighbouring items take neighbouring entries. */
#include "opencl/kernels/course/counted.h"
#include "opencl/kernels/real.h"

#define RUN 32

__kernel void memory_runs(__global const gt_real* restrict a, __global const uint* restrict index,
                          __global gt_real* restrict c, const uint n) {
  COUNTED_ITEM
  const uint first = get_global_id(0) * RUN;
  for (uint i = first; i < first + RUN; ++i)
    if (i < n) COUNTED_WRITE(c, i, COUNTED_READ(a, index[i]));
}

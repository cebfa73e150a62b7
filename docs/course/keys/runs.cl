/* gputest kernel: memory_runs_key
 *   summary    = c[i] = a[index[i]], one entry of the list per item
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   launch     = per_item
 *   access     = gather
 *   index      = blocked
 *
 * 32 items read a run together. */
#include "opencl/kernels/course/counted.h"
#include "opencl/kernels/real.h"

__kernel void memory_runs_key(__global const gt_real* restrict a,
                              __global const uint* restrict index, __global gt_real* restrict c,
                              const uint n) {
  COUNTED_ITEM
  const uint i = get_global_id(0);
  if (i < n) COUNTED_WRITE(c, i, COUNTED_READ(a, index[i]));
}

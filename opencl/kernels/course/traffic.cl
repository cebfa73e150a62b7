/* gputest kernel: memory_traffic
 *   summary    = c = a + factor b, in two steps through memory
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   launch     = per_item
 *   access     = triad
 *
 * Let it read two numbers per element, not three. */
#include "opencl/kernels/course/counted.h"
#include "opencl/kernels/real.h"

__kernel void memory_traffic(__global const gt_real* restrict a, __global const gt_real* restrict b,
                             __global gt_real* c, const uint n, const gt_real factor) {
  COUNTED_ITEM
  const uint i = get_global_id(0);
  if (i >= n) return;
  c[i] = factor * COUNTED_READ(b, i);
  COUNTED_WRITE(c, i, COUNTED_READ(a, i) + COUNTED_READ(c, i));
}

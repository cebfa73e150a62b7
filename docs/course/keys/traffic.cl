/* gputest kernel: memory_traffic_key
 *   summary    = c = a + factor b, in one step
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   launch     = per_item
 *   access     = triad
 *
 * The product stays in a register. */
#include "opencl/kernels/course/counted.h"
#include "opencl/kernels/real.h"

__kernel void memory_traffic_key(__global const gt_real* restrict a,
                                 __global const gt_real* restrict b, __global gt_real* c,
                                 const uint n, const gt_real factor) {
  COUNTED_ITEM
  const uint i = get_global_id(0);
  if (i >= n) return;
  COUNTED_WRITE(c, i, COUNTED_READ(a, i) + factor * COUNTED_READ(b, i));
}

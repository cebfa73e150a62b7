/* gputest kernel: gravity_registers
 *   summary    = naive: one body i per item, each reads every body j
 *   layouts    = float4
 *   precisions = fp32
 *   blocks     = 128 64 256
 *   launch     = per_item
 *
 * Let an item hold four bodies i, so that one read of a body j serves four interactions.
 * Unneeded items then return at once. */
#include "opencl/kernels/course/counted.h"
#include "opencl/kernels/gravity/gravity.h"

__kernel void gravity_registers(__global const gt_real4* restrict xyzm,
                                __global gt_real4* restrict sums, const uint n,
                                const gt_real eps2) {
  COUNTED_ITEM
  const uint i = get_global_id(0);
  if (i >= n) return;
  const gt_real4 self = COUNTED_READ(xyzm, i);
  gt_real ax = 0, ay = 0, az = 0, w = 0;
  for (int j = 0; j < (int)n; ++j) {
    const gt_real4 r = COUNTED_READ(xyzm, j);
    const gt_body other = {r.x, r.y, r.z, r.w};
    GT_ADD(ax, ay, az, w, self, other);
  }
  COUNTED_WRITE(sums, i, (gt_real4)(ax, ay, az, w));
}

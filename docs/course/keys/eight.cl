/* gputest kernel: gravity_eight_key
 *   summary    = eight bodies i per item, each body j read once for all of them
 *   layouts    = float4
 *   precisions = fp32
 *   blocks     = 128 64 256
 *   launch     = per_item
 *
 * Item t has the bodies t, t + eighth, t + 2 eighth and so on. */
#include "opencl/kernels/course/counted.h"
#include "opencl/kernels/gravity/gravity.h"

#define BODIES 8

__kernel void gravity_eight_key(__global const gt_real4* restrict xyzm,
                                __global gt_real4* restrict sums, const uint n,
                                const gt_real eps2) {
  COUNTED_ITEM
  const uint t = get_global_id(0), eighth = (n + BODIES - 1) / BODIES;
  if (t >= eighth) return;
  gt_real4 self[BODIES];
  gt_real ax[BODIES], ay[BODIES], az[BODIES], w[BODIES];
  for (uint k = 0; k < BODIES; ++k) {
    self[k] = COUNTED_READ(xyzm, min(t + k * eighth, n - 1));
    ax[k] = ay[k] = az[k] = w[k] = 0;
  }
  for (int j = 0; j < (int)n; ++j) {
    const gt_real4 r = COUNTED_READ(xyzm, j);
    const gt_body other = {r.x, r.y, r.z, r.w};
    for (uint k = 0; k < BODIES; ++k) GT_ADD(ax[k], ay[k], az[k], w[k], self[k], other);
  }
  for (uint k = 0; k < BODIES; ++k)
    if (t + k * eighth < n)
      COUNTED_WRITE(sums, t + k * eighth, (gt_real4)(ax[k], ay[k], az[k], w[k]));
}

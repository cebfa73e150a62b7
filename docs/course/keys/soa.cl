/* gputest kernel: gravity_soa_key
 *   summary    = naive, with one array per component
 *   layouts    = soa
 *   precisions = fp32
 *   blocks     = 128 64 256
 *   launch     = per_item
 */
#include "opencl/kernels/gravity/gravity.h"

__kernel void gravity_soa_key(__global const gt_real* restrict x,
                              __global const gt_real* restrict y,
                              __global const gt_real* restrict z,
                              __global const gt_real* restrict m, __global gt_real4* restrict sums,
                              const uint n, const gt_real eps2) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  const gt_body self = {x[i], y[i], z[i], m[i]};
  gt_real ax = 0, ay = 0, az = 0, w = 0;
  for (int j = 0; j < (int)n; ++j) {
    const gt_body other = {x[j], y[j], z[j], m[j]};
    GT_ADD(ax, ay, az, w, self, other);
  }
  sums[i] = (gt_real4)(ax, ay, az, w);
}

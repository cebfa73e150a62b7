/* gputest kernel: gravity_soa
 *   summary    = naive, with bodies as records of seven numbers: x y z vx vy vz m
 *   layouts    = aos
 *   precisions = fp32
 *   blocks     = 128 64 256
 *   launch     = per_item
 *
 * Let it read one array per component: x[j], y[j], z[j], m[j]. */
#include "opencl/kernels/gravity/gravity.h"

__kernel void gravity_soa(__global const gt_real* restrict particles,
                          __global gt_real4* restrict sums, const uint n, const gt_real eps2) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  const gt_body self = {particles[7 * i], particles[7 * i + 1], particles[7 * i + 2],
                        particles[7 * i + 6]};
  gt_real ax = 0, ay = 0, az = 0, w = 0;
  for (int j = 0; j < (int)n; ++j) {
    const gt_body other = {particles[7 * j], particles[7 * j + 1], particles[7 * j + 2],
                           particles[7 * j + 6]};
    GT_ADD(ax, ay, az, w, self, other);
  }
  sums[i] = (gt_real4)(ax, ay, az, w);
}

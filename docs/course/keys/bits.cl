/* gputest kernel: gravity_bits_key
 *   summary    = naive, with integer sums
 *   layouts    = soa
 *   precisions = fp32
 *   blocks     = 128 64 256
 *   launch     = per_item
 *
 * Integer additions do not round, so their order does not matter. The unit of the sums is 2^-50: a
 * sum has 13 bits before the point, and is rounded once, at the end. */
#include "opencl/kernels/gravity/gravity.h"

#define UNITS 0x1p50f

__kernel void gravity_bits_key(__global const gt_real* restrict x,
                               __global const gt_real* restrict y,
                               __global const gt_real* restrict z,
                               __global const gt_real* restrict m, __global gt_real4* restrict sums,
                               const uint n, const gt_real eps2) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  const gt_body self = {x[i], y[i], z[i], m[i]};
  long ax = 0, ay = 0, az = 0;
  gt_real w = 0;
  for (int j = 0; j < (int)n; ++j) {
    const gt_body other = {x[j], y[j], z[j], m[j]};
    gt_real px = 0, py = 0, pz = 0;
    GT_ADD(px, py, pz, w, self, other);
    ax += (long)(px * UNITS);
    ay += (long)(py * UNITS);
    az += (long)(pz * UNITS);
  }
  sums[i] = (gt_real4)((gt_real)ax / UNITS, (gt_real)ay / UNITS, (gt_real)az / UNITS, w);
}

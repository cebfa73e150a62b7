/* gputest kernel: gravity_aosoa_key
 *   summary    = naive, over blocks of 32 bodies: 32 x, 32 y, 32 z and 32 m
 *   layouts    = aosoa
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   launch     = per_item
 */
#include "opencl/kernels/gravity/gravity.h"

#define AT(j, component) (blocks[(j) / 32 * 128 + (component)*32 + (j) % 32])

__kernel void gravity_aosoa_key(__global const gt_real* restrict blocks,
                                __global gt_real4* restrict sums, const uint n,
                                const gt_real eps2) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  const gt_body self = {AT(i, 0), AT(i, 1), AT(i, 2), AT(i, 3)};
  gt_real ax = 0, ay = 0, az = 0, w = 0;
  for (uint j = 0; j < n; ++j) {
    const gt_body other = {AT(j, 0), AT(j, 1), AT(j, 2), AT(j, 3)};
    GT_ADD(ax, ay, az, w, self, other);
  }
  sums[i] = (gt_real4)(ax, ay, az, w);
}

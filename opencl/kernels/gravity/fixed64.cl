/* gputest kernel: gravity_fixed64
 *   summary    = 64-bit fixed-point sums: the same bits in any order and on any device
 *   source     = GRAPE's accumulators (Makino and Taiji 1998)
 *   layouts    = float4 *
 *   precisions = fp32
 *   blocks     = 128 64 256
 *   launch     = fixed_point
 */
#include "opencl/kernels/gravity/gravity.h"

#include "common/gravity/fixed64.h"

/* `scale` is the number of units per 1 of acceleration and of m/r. */
__kernel void gravity_fixed64(GT_PARAMETERS(GT_PARAMETER) __global float4* restrict sums,
                              const uint n, const float eps2, const float scale) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  gt_body self;
  GT_LOAD(self, i);
  gt_fixed64_sums total = {0, 0, 0, 0};
  for (int j = 0; j < (int)n; ++j) {
    gt_body other;
    GT_LOAD(other, j);
    const float dx = other.x - self.x, dy = other.y - self.y, dz = other.z - self.z;
    const float r2 = gt_fixed64_square(dx, dy, dz, eps2);
    float inverse_r = gt_nearest_rsqrt(r2, gt_rsqrt(r2));
    if (GT_UNSOFTENED) inverse_r = r2 < 0x1p-126f ? 0.0f : inverse_r;
    total = gt_fixed64_add(total, dx, dy, dz, other.m * scale, inverse_r, GT_POTENTIAL);
  }
  sums[i] = (float4)((float)total.x / scale, (float)total.y / scale, (float)total.z / scale,
                     (float)total.w / scale);
}

/* gputest kernel: gravity_rows
 *   summary    = j from a 2D resource, its row and column by a division per body
 *   layouts    = image2d
 *   precisions = fp32
 *   blocks     = 128 64 256
 *   launch     = per_item
 *
 * Write the loop over j without division and remainder. */
#include "opencl/kernels/gravity/gravity.h"

__constant sampler_t texel =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

int2 place_of(const uint body, const uint width) { return (int2)(body % width, body / width); }

__kernel void gravity_rows(__read_only image2d_t bodies, __global gt_real4* restrict sums,
                           const uint n, const gt_real eps2, const uint width) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  const float4 self = read_imagef(bodies, texel, place_of(i, width));
  float ax = 0, ay = 0, az = 0, w = 0;
  for (uint j = 0; j < n; ++j) {
    const float4 r = read_imagef(bodies, texel, (int2)(j % width, j / width));
    const gt_body other = {r.x, r.y, r.z, r.w};
    GT_ADD(ax, ay, az, w, self, other);
  }
  sums[i] = (gt_real4)(ax, ay, az, w);
}

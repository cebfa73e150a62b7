/* gputest kernel: hermite_naive
 *   summary    = one work-item per active body, every j from global memory
 *   source     = Makino and Aarseth 1992, PASJ 44, 141
 *   layouts    = float4 soa aos
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   launch     = per_item
 *
 * One work-item per active body, every j from global memory. */
#include "opencl/kernels/hermite/hermite.h"

__kernel void hermite_naive(GT_HERMITE_PARAMETERS) {
  const uint k = get_global_id(0);
  if (k >= active_count) return;
  const uint i = active[k];
  gt_moving self;
  GT_LOAD_MOVING(self, places[k]);
  gt_real ax = 0, ay = 0, az = 0, w = 0, jx = 0, jy = 0, jz = 0, least = (gt_real)INFINITY;
  uint near = i;
  for (uint j = 0; j < n; ++j) {
    gt_moving other;
    GT_LOAD_MOVING(other, j);
    GT_HERMITE_ADD(ax, ay, az, w, jx, jy, jz, least, near, i, self, j, other);
  }
  accelerations[k] = (gt_real4)(ax, ay, az, w);
  jerks[k] = (gt_real4)(jx, jy, jz, near == i ? (gt_real)0 : least);
  nearest[k] = near;
}

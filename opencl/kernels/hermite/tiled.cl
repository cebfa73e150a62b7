/* gputest kernel: hermite_tiled
 *   summary    = j staged through local memory, a work-group's worth at a time
 *   source     = IPSJ survey, Fig. 5, with the jerk
 *   layouts    = float4 soa aos
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   launch     = per_item
 *
 * j staged through local memory, a tile of a group's size at a time. */
#include "opencl/kernels/hermite/hermite.h"

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void hermite_tiled(
    GT_HERMITE_PARAMETERS) {
  __local gt_moving tile[GT_BLOCK];
  const uint k = get_global_id(0);
  const uint l = get_local_id(0);
  const uint i = active[min(k, active_count - 1)];
  gt_moving self;
  GT_LOAD_MOVING(self, places[min(k, active_count - 1)]);
  gt_real ax = 0, ay = 0, az = 0, w = 0, jx = 0, jy = 0, jz = 0, least = (gt_real)INFINITY;
  uint near = i;
  for (uint first = 0; first < n; first += GT_BLOCK) {
    const uint count = min((uint)GT_BLOCK, n - first);
    gt_moving mine;
    GT_LOAD_MOVING(mine, min(first + l, n - 1));
    tile[l] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint t = 0; t < count; ++t) {
      const uint j = first + t;
      GT_HERMITE_ADD(ax, ay, az, w, jx, jy, jz, least, near, i, self, j, tile[t]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (k >= active_count) return;
  accelerations[k] = (gt_real4)(ax, ay, az, w);
  jerks[k] = (gt_real4)(jx, jy, jz, near == i ? (gt_real)0 : least);
  nearest[k] = near;
}

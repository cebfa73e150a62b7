/* gputest kernel: gravity_barrier
 *   summary    = j through local memory, without waiting
 *   layouts    = float4
 *   precisions = fp32
 *   blocks     = 128
 *   launch     = per_item
 *
 * Wrong on most devices. Find where the items of a group must wait for each other. */
#include "opencl/kernels/gravity/gravity.h"
#include "opencl/kernels/tile.h"

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void gravity_barrier(
    __global const gt_real4* restrict xyzm, __global gt_real4* restrict sums, const uint n,
    const gt_real eps2) {
  __local gt_body tile[GT_BLOCK];
  const uint i = get_global_id(0), l = get_local_id(0);
  gt_body self;
  GT_LOAD(self, min(i, n - 1));
  gt_real ax = 0, ay = 0, az = 0, w = 0;
  for (uint first = 0; first < n; first += GT_BLOCK) {
    gt_body mine;
    GT_LOAD_FOR_TILE(mine, first + l, n);
    tile[l] = mine;
    for (uint k = 0; k < GT_BLOCK; ++k) GT_ADD(ax, ay, az, w, self, tile[k]);
  }
  if (i < n) sums[i] = (gt_real4)(ax, ay, az, w);
}

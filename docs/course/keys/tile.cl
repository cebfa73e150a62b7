/* gputest kernel: gravity_tile_key
 *   summary    = a tile of bodies in local memory
 *   layouts    = float4
 *   precisions = fp32
 *   blocks     = 128
 *   launch     = per_item
 *
 * Places past the last body hold a body without mass, which pulls nothing. */
#include "opencl/kernels/course/counted.h"
#include "opencl/kernels/gravity/gravity.h"

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void gravity_tile_key(
    __global const gt_real4* restrict xyzm, __global gt_real4* restrict sums, const uint n,
    const gt_real eps2) {
  COUNTED_ITEM
  __local gt_real4 tile[GT_BLOCK];
  const uint i = get_global_id(0), l = get_local_id(0);
  const gt_real4 self = COUNTED_READ(xyzm, min(i, n - 1));
  gt_real ax = 0, ay = 0, az = 0, w = 0;
  for (uint first = 0; first < n; first += GT_BLOCK) {
    gt_real4 mine = COUNTED_READ(xyzm, min(first + l, n - 1));
    if (first + l >= n) mine.w = 0;
    tile[l] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < GT_BLOCK; ++k) {
      const gt_body other = {tile[k].x, tile[k].y, tile[k].z, tile[k].w};
      GT_ADD(ax, ay, az, w, self, other);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < n) COUNTED_WRITE(sums, i, (gt_real4)(ax, ay, az, w));
}

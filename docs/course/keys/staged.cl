/* gputest kernel: gravity_staged_key
 *   summary    = four bodies i per item, and a tile of bodies j in local memory
 *   layouts    = float4
 *   precisions = fp32
 *   blocks     = 128
 *   launch     = per_item
 *
 * A group has four times as many bodies as items. A group without bodies skips the loop, so every
 * item of a group meets the same barriers. */
#include "opencl/kernels/course/counted.h"
#include "opencl/kernels/gravity/gravity.h"

#define BODIES 4

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void gravity_staged_key(
    __global const gt_real4* restrict xyzm, __global gt_real4* restrict sums, const uint n,
    const gt_real eps2) {
  COUNTED_ITEM
  __local gt_real4 tile[GT_BLOCK];
  const uint l = get_local_id(0), first_i = get_group_id(0) * BODIES * GT_BLOCK;
  const uint end = first_i < n ? n : 0;
  gt_real4 self[BODIES];
  gt_real ax[BODIES], ay[BODIES], az[BODIES], w[BODIES];
  for (uint k = 0; k < BODIES; ++k) {
    self[k] = (gt_real4)(0);
    if (first_i < n) self[k] = COUNTED_READ(xyzm, min(first_i + k * GT_BLOCK + l, n - 1));
    ax[k] = ay[k] = az[k] = w[k] = 0;
  }
  for (uint first = 0; first < end; first += GT_BLOCK) {
    gt_real4 mine = COUNTED_READ(xyzm, min(first + l, n - 1));
    if (first + l >= n) mine.w = 0;
    tile[l] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint j = 0; j < GT_BLOCK; ++j) {
      const gt_body other = {tile[j].x, tile[j].y, tile[j].z, tile[j].w};
      for (uint k = 0; k < BODIES; ++k) GT_ADD(ax[k], ay[k], az[k], w[k], self[k], other);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (uint k = 0; k < BODIES; ++k) {
    const uint i = first_i + k * GT_BLOCK + l;
    if (i < n) COUNTED_WRITE(sums, i, (gt_real4)(ax[k], ay[k], az[k], w[k]));
  }
}

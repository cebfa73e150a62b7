/* gputest kernel: hermite_blocked
 *   summary         = two active bodies per work-item in registers, j split over groups
 *   source          = beyond IPSJ survey, Fig. 6, with the jerk
 *   layouts         = float4 soa aos
 *   precisions      = fp32 fp64
 *   blocks          = 128 64 256
 *   launch          = hermite_splits
 *   bodies_per_item = 2
 *
 * GT_PER_ITEM active bodies in a work-item's registers, so that a body read from local memory
 * serves several interactions. The range of j is split over groups, so that a few active bodies
 * fill the device.
 *
 * Group (g, s) sums for GT_BLOCK * GT_PER_ITEM active bodies from g on over the s-th part of j
 * and writes to `partial`. Then hermite_blocked_total adds up over s in a fixed order. */
#include "opencl/kernels/hermite/hermite.h"

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void hermite_blocked(
    GT_HERMITE_PARAMETERS) {
  __local gt_moving tile[GT_BLOCK];
  const uint l = get_local_id(0);
  const uint first_k = get_group_id(0) * (GT_BLOCK * GT_PER_ITEM) + l;
  const uint split = get_group_id(1);
  const uint begin = split * bodies_per_split;
  const uint end = begin + min(bodies_per_split, n - begin);

  gt_moving self[GT_PER_ITEM];
  gt_real ax[GT_PER_ITEM], ay[GT_PER_ITEM], az[GT_PER_ITEM], w[GT_PER_ITEM];
  gt_real jx[GT_PER_ITEM], jy[GT_PER_ITEM], jz[GT_PER_ITEM], least[GT_PER_ITEM];
  uint i[GT_PER_ITEM], near[GT_PER_ITEM];
#pragma unroll
  for (uint u = 0; u < GT_PER_ITEM; ++u) {
    i[u] = near[u] = active[min(first_k + u * GT_BLOCK, active_count - 1)];
    GT_LOAD_MOVING(self[u], places[min(first_k + u * GT_BLOCK, active_count - 1)]);
    ax[u] = ay[u] = az[u] = w[u] = jx[u] = jy[u] = jz[u] = 0;
    least[u] = (gt_real)INFINITY;
  }

  for (uint first = begin; first < end; first += GT_BLOCK) {
    const uint count = min((uint)GT_BLOCK, end - first);
    gt_moving mine;
    GT_LOAD_MOVING(mine, min(first + l, n - 1));
    tile[l] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint t = 0; t < count; ++t) {
      const uint j = first + t;
      const gt_moving other = tile[t];
#pragma unroll
      for (uint u = 0; u < GT_PER_ITEM; ++u)
        GT_HERMITE_ADD(ax[u], ay[u], az[u], w[u], jx[u], jy[u], jz[u], least[u], near[u], i[u],
                       self[u], j, other);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

#pragma unroll
  for (uint u = 0; u < GT_PER_ITEM; ++u) {
    const uint k = first_k + u * GT_BLOCK;
    if (k < active_count) {
      const size_t place = (size_t)split * active_count + k;
      partial[2 * place] = (gt_real4)(ax[u], ay[u], az[u], w[u]);
      partial[2 * place + 1] = (gt_real4)(jx[u], jy[u], jz[u], least[u]);
      partial_nearest[place] = near[u];
    }
  }
}

__kernel void hermite_blocked_total(GT_HERMITE_PARAMETERS) {
  const uint k = get_global_id(0);
  if (k >= active_count) return;
  gt_real4 acceleration = partial[2 * (size_t)k];
  gt_real4 jerk = partial[2 * (size_t)k + 1];
  uint near = partial_nearest[k];
  const uint splits = (n + bodies_per_split - 1) / bodies_per_split;
  for (uint s = 1; s < splits; ++s) {
    const size_t place = (size_t)s * active_count + k;
    const gt_real4 later = partial[2 * place + 1];
    const gt_real least = min(jerk.w, later.w);
    if (later.w < jerk.w) near = partial_nearest[place];
    acceleration += partial[2 * place];
    jerk += later;
    jerk.w = least;
  }
  if (near == active[k]) jerk.w = 0;
  accelerations[k] = acceleration;
  jerks[k] = jerk;
  nearest[k] = near;
}

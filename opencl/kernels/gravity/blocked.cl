/* gputest kernel: gravity_blocked
 *   summary         = four i per work-item in registers, j split over groups, double-buffered tile
 *   source          = beyond IPSJ survey, Fig. 6
 *   layouts         = float4 *
 *   precisions      = fp32 fp64
 *   blocks          = 256 128 64
 *   unroll          = 16 1 4 8 compiler
 *   launch          = blocked
 *   bodies_per_item = 4
 *
 * GT_PER_ITEM bodies i in a work-item's registers, so that a body read from local memory serves
 * several interactions. The range of j is split over groups, so that a small n fills the device.
 * The next tile is loaded while this one is processed. Goes beyond IPSJ's Fig. 6.
 *
 * Group (g, s) sums for GT_BLOCK * GT_PER_ITEM bodies from g on over the s-th part of j and
 * writes to `partial`. Then gravity_blocked_total adds up over s in a fixed order. */
#include "opencl/kernels/gravity/gravity.h"
#include "opencl/kernels/tile.h"
#include "opencl/kernels/unroll.h"

/* Result i belongs to body first_target + i, i < targets; the first n bodies pull. */
#if GT_TARGETS
#define GT_TARGET_PARAMETERS const uint first_target, const uint targets,
#else
#define GT_TARGET_PARAMETERS
#define first_target 0
#define targets n
#endif

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void gravity_blocked(
    GT_PARAMETERS(GT_PARAMETER) __global gt_real4* restrict sums, __global gt_real4* partial,
    const uint n, const gt_real eps2, GT_TARGET_PARAMETERS const uint bodies_per_split) {
  __local gt_staged tile[2][GT_BLOCK];
  const uint l = get_local_id(0);
  const uint i = get_group_id(0) * (GT_BLOCK * GT_PER_ITEM) + l;
  const uint split = get_group_id(1);
  const uint begin = split * bodies_per_split;
  const uint end = min(n, begin + bodies_per_split);

  gt_body self[GT_PER_ITEM];
  gt_real ax[GT_PER_ITEM], ay[GT_PER_ITEM], az[GT_PER_ITEM], w[GT_PER_ITEM];
#pragma unroll
  for (uint k = 0; k < GT_PER_ITEM; ++k) {
    GT_LOAD(self[k], first_target + min(i + k * GT_BLOCK, targets - 1));
    ax[k] = ay[k] = az[k] = w[k] = 0;
  }

  gt_body next;
  GT_LOAD_FOR_TILE(next, begin + l, end);
  uint current = 0;
  for (uint first = begin; first < end; first += GT_BLOCK) {
    tile[current][l] = GT_STAGED(next);
    barrier(CLK_LOCAL_MEM_FENCE);
    GT_LOAD_FOR_TILE(next, first + GT_BLOCK + l, end);
    GT_UNROLL_AS_CHOSEN
    for (uint j = 0; j < GT_BLOCK; ++j) {
      gt_body other;
      GT_FROM_STAGED(other, tile[current][j]);
#pragma unroll
      for (uint k = 0; k < GT_PER_ITEM; ++k) {
        /* The mass comes last, which NVIDIA's compiler places 9 % better than GT_ADD's order. */
        const gt_real dx = other.x - self[k].x;
        const gt_real dy = other.y - self[k].y;
        const gt_real dz = other.z - self[k].z;
        const gt_gravity_pull unit = gt_gravity_pull_of(dx, dy, dz, 1, eps2, GT_UNSOFTENED);
        const gt_real weight = other.m * unit.over_r3;
        ax[k] += weight * dx;
        ay[k] += weight * dy;
        az[k] += weight * dz;
        if (GT_POTENTIAL) w[k] += other.m * unit.over_r;
      }
    }
    current ^= 1;
  }

#pragma unroll
  for (uint k = 0; k < GT_PER_ITEM; ++k) {
    const uint body = i + k * GT_BLOCK;
    if (body < targets)
      partial[(size_t)split * targets + body] = (gt_real4)(ax[k], ay[k], az[k], w[k]);
  }
}

__kernel void gravity_blocked_total(GT_PARAMETERS(GT_PARAMETER) __global gt_real4* restrict sums,
                                    __global gt_real4* partial, const uint n, const gt_real eps2,
                                    GT_TARGET_PARAMETERS const uint bodies_per_split) {
  const uint i = get_global_id(0);
  if (i >= targets) return;
  gt_real4 sum = partial[i];
  const uint splits = (n + bodies_per_split - 1) / bodies_per_split;
  for (uint s = 1; s < splits; ++s) sum += partial[(size_t)s * targets + i];
  sums[i] = sum;
}

/* GT_LANES work-items an i, each with every GT_LANES-th entry of its list, so that list reads are
 * consecutive; their sums meet in local memory (LJ article, tuning 3, which has shuffles instead:
 * OpenCL 1.2 has none). */
#include "opencl/kernels/lj.h"

#define GT_PER_GROUP (GT_BLOCK / GT_LANES)

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void lj_warp(GT_LJ_PARAMETERS) {
  __local gt_real sums[5][GT_BLOCK];
  const uint l = get_local_id(0);
  const uint lane = l % GT_LANES;
  const uint i = get_group_id(0) * GT_PER_GROUP + l / GT_LANES;
  gt_real fx = 0, fy = 0, fz = 0, energy = 0, virial = 0;
  if (i < n) {
    gt_body self;
    GT_LOAD(self, i);
    GT_ROW(i);
    for (uint k = lane; k < count; k += GT_LANES) {
      const uint j = entries[first + k * step];
      gt_body other;
      GT_LOAD(other, j);
      GT_PAIR(self, other);
      GT_ADD_PAIR(fx, fy, fz, energy, virial);
      GT_REACT(j);
    }
  }
  sums[0][l] = fx;
  sums[1][l] = fy;
  sums[2][l] = fz;
  sums[3][l] = energy;
  sums[4][l] = virial;
  for (uint half_lanes = GT_LANES / 2; half_lanes > 0; half_lanes /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < half_lanes)
      for (uint c = 0; c < 5; ++c) sums[c][l] += sums[c][l + half_lanes];
  }
  if (lane == 0 && i < n) GT_STORE(i, sums[0][l], sums[1][l], sums[2][l], sums[3][l], sums[4][l]);
}

/* gputest kernel: lj_warp
 *   summary    = 8 work-items per particle i, sums reduced in local memory
 *   source     = LJ article, tuning 3
 *   layouts    = float4 aos3 soa
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   launch     = per_particle
 *   lanes      = 8
 *   newton3    = off on
 *   list       = csr
 *
 * GT_LANES work-items per particle i, each with every GT_LANES-th entry of its list, so that
 * they read consecutive words; their sums are added in local memory (LJ article, tuning 3, which
 * uses a whole warp per i, and shuffles, which OpenCL 1.2 lacks). */
#include "opencl/kernels/lj/lj.h"

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void lj_warp(GT_LJ_PARAMETERS) {
  __local gt_real sums[GT_SUMS][GT_BLOCK + 1]; /* one more, so that rows begin in other banks */
  const uint l = get_local_id(0);
  const uint lane = l % GT_LANES;
  const uint i = (get_group_id(0) * GT_BLOCK + l) / GT_LANES;
  gt_real fx = 0, fy = 0, fz = 0, energy = 0, virial = 0;
  if (i < n) {
    gt_body self;
    GT_LOAD(self, i);
    GT_ROW(i);
    /* Signed: an unsigned counter may wrap, and then the compiler loads nothing ahead. */
    for (int k = lane; k < (int)count; k += GT_LANES) {
      const uint j = gt_load_once(row + k);
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
#if GT_ENERGY
  sums[3][l] = energy;
  sums[4][l] = virial;
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lane >= GT_SUMS || i >= n) return;
  __local const gt_real* const of_lanes = &sums[lane][l - lane];
  gt_real total = 0;
  for (uint t = 0; t < GT_LANES; ++t) total += of_lanes[t];
  GT_STORE_SUM(GT_RESULT(i, lane), total);
}

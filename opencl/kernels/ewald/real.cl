/* gputest kernel: ewald_real
 *   summary    = real space, every j, nearest images within the cutoff
 *   source     = Ewald 1921
 *   layouts    = float4 soa aos3
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   part       = real
 *   launch     = per_item
 */
#include "opencl/kernels/ewald/real_space.h"

__kernel void ewald_real(GT_PARAMETERS(GT_PARAMETER) GT_EWALD_REAL_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  gt_body self;
  GT_LOAD(self, i);
  gt_real4 sum = (gt_real4)(0, 0, 0, 0);
  for (uint j = 0; j < n; ++j) {
    gt_body other;
    GT_LOAD(other, j);
    GT_EWALD_ADD_PAIR(sum, self, other);
  }
  forces[i] = self.m * (gt_real4)(sum.xyz, (gt_real)0.5 * sum.w);
}

/* gputest kernel: ewald_real_list
 *   summary    = real space over a neighbour list
 *   source     = Ewald 1921; Verlet 1967, Phys. Rev. 159, 98
 *   layouts    = float4 soa aos3
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   part       = real
 *   list       = csr
 *   launch     = per_item
 */
#include "opencl/kernels/ewald/real_space.h"

__kernel void ewald_real_list(GT_PARAMETERS(GT_PARAMETER) __global const uint* restrict starts,
                              __global const uint* restrict entries, GT_EWALD_REAL_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  gt_body self;
  GT_LOAD(self, i);
  gt_real4 sum = (gt_real4)(0, 0, 0, 0);
  for (uint k = starts[i]; k < starts[i + 1]; ++k) {
    gt_body other;
    GT_LOAD(other, entries[k]);
    GT_EWALD_ADD_PAIR(sum, self, other);
  }
  forces[i] = self.m * (gt_real4)(sum.xyz, (gt_real)0.5 * sum.w);
}

/* gputest kernel: gravity_naive
 *   summary    = one work-item per body i, every j from global memory
 *   source     = IPSJ survey, Fig. 4
 *   layouts    = float4 *
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   launch     = per_item
 *
 * One work-item per body i, every j from global memory (IPSJ survey, Fig. 4). The figure reads past
 * the end if n is not a multiple of the group; here the spare work-items return first.
 *
 * j is signed: it cannot wrap, so that a compiler may load several bodies ahead, which gained
 * NVIDIA's up to 60 %. */
#include "opencl/kernels/gravity/gravity.h"

__kernel void gravity_naive(GT_PARAMETERS(GT_PARAMETER) __global gt_real4* restrict sums,
                            const uint n, const gt_real eps2) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  gt_body self;
  GT_LOAD(self, i);
  gt_real ax = 0, ay = 0, az = 0, w = 0;
  for (int j = 0; j < (int)n; ++j) {
    gt_body other;
    GT_LOAD(other, j);
    GT_ADD(ax, ay, az, w, self, other);
  }
  sums[i] = (gt_real4)(ax, ay, az, w);
}

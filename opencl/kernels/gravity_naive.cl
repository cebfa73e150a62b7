/* One i a work-item, every j from global memory (IPSJ survey, Fig. 4). The figure reads past the
 * end when n is not a multiple of the group; here the spare work-items repeat the last body and
 * write nothing. */
#include "opencl/kernels/gravity.h"

__kernel void gravity_naive(GT_PARAMETERS(GT_PARAMETER) __global gt_real4* restrict sums,
                            const uint n, const gt_real eps2) {
  const uint i = get_global_id(0);
  gt_body self;
  GT_LOAD(self, min(i, n - 1));
  gt_real ax = 0, ay = 0, az = 0, w = 0;
  for (uint j = 0; j < n; ++j) {
    gt_body other;
    GT_LOAD(other, j);
    GT_ADD(ax, ay, az, w, self, other);
  }
  if (i < n) sums[i] = (gt_real4)(ax, ay, az, w);
}

/* One i a work-item, GT_IN_FLIGHT list entries at a time: their positions are all asked for before
 * the first is used (lj_gpu's later variants). */
#include "opencl/kernels/lj.h"

__kernel void lj_unrolled(GT_LJ_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  gt_body self;
  GT_LOAD(self, i);
  GT_ROW(i);
  gt_real fx = 0, fy = 0, fz = 0, energy = 0, virial = 0;
  uint k = 0;
  for (; k + GT_IN_FLIGHT <= count; k += GT_IN_FLIGHT) {
    gt_body other[GT_IN_FLIGHT];
#pragma unroll
    for (uint u = 0; u < GT_IN_FLIGHT; ++u) GT_LOAD(other[u], entries[first + (k + u) * step]);
#pragma unroll
    for (uint u = 0; u < GT_IN_FLIGHT; ++u) {
      GT_PAIR(self, other[u]);
      GT_ADD_PAIR(fx, fy, fz, energy, virial);
    }
  }
  for (; k < count; ++k) {
    gt_body other;
    GT_LOAD(other, entries[first + k * step]);
    GT_PAIR(self, other);
    GT_ADD_PAIR(fx, fy, fz, energy, virial);
  }
  GT_STORE(i, fx, fy, fz, energy, virial);
}

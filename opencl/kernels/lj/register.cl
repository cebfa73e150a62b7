/* gputest kernel: lj_register
 *   summary    = one work-item per particle i, sums in registers
 *   source     = LJ article, tuning 1
 *   layouts    = float4 aos3 soa
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   launch     = per_particle
 *   lanes      = 1
 *   newton3    = off on
 *   list       = csr
 *
 * One work-item per particle i, its sums in registers, written once (LJ article, tuning 1). Over
 * an ell list, from which neighbouring work-items read consecutively, this is tuning 2. */
#include "opencl/kernels/lj/lj.h"

__kernel void lj_register(GT_LJ_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  gt_body self;
  GT_LOAD(self, i);
  GT_ROW(i);
  gt_real fx = 0, fy = 0, fz = 0, energy = 0, virial = 0;
  for (uint k = 0; k < count; ++k) {
    const uint j = GT_ENTRY(k);
    gt_body other;
    GT_LOAD(other, j);
    GT_PAIR(self, other);
    if (GT_ELL || inside) GT_ADD_PAIR(fx, fy, fz, energy, virial);
    GT_REACT(j);
  }
  GT_STORE(i, fx, fy, fz, energy, virial);
}

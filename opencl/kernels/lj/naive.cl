/* gputest kernel: lj_naive
 *   summary    = one work-item per particle i, sums in global memory
 *   source     = LJ article, the start
 *   layouts    = float4 aos3 soa
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   launch     = per_particle
 *   lanes      = 1
 *   newton3    = off on
 *   list       = csr
 *   unroll     = 1 4 compiler
 *
 * One work-item per particle i; its sums are in global memory and are written for every pair (LJ
 * article, the start). With the third law both sides are added to atomically. */
#include "opencl/kernels/lj/lj.h"
#include "opencl/kernels/unroll.h"

__kernel void lj_naive(GT_LJ_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  gt_body self;
  GT_LOAD(self, i);
  GT_ROW(i);
#if !GT_NEWTON3
  volatile __global gt_real* force = (volatile __global gt_real*)(forces + i);
  volatile __global gt_real* virial = virials + i;
  force[0] = force[1] = force[2] = 0;
  if (GT_ENERGY) force[3] = *virial = 0;
#endif
  /* If the compiler chooses, NVIDIA's takes four turns, a third slower at low densities. */
  GT_UNROLL_AS_CHOSEN
  for (uint k = 0; k < count; ++k) {
    const uint j = GT_ENTRY(k);
    gt_body other;
    GT_LOAD(other, j);
    GT_PAIR(self, other);
    if (!inside) continue;
#if GT_NEWTON3
    gt_add_to_results(forces, virials, i, force_over_r * dx, force_over_r * dy, force_over_r * dz,
                      half_energy, half_virial);
    GT_REACT(j);
#else
    GT_ADD_PAIR(force[0], force[1], force[2], force[3], *virial);
#endif
  }
}

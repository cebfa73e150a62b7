/* gputest kernel: step_measure
 *   blocks = 256
 *   launch = per_item
 *
 * step_measure: potential and kinetic energy and the virial, summed by group in an order that
 * does not depend on the order of items. */
#include "opencl/kernels/simulate/step.h"

#include "common/simulate/step_measure.h"

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void step_measure(
    __global const double* state, __global const gt_force4* forces,
    __global const gt_force_real* virials, __global double* sums, uint n, double self) {
  __local double parts[GT_MEASURED_SUMS][GT_BLOCK];
  const uint i = get_global_id(0), t = get_local_id(0);
  gt_step_energies own = {0, 0, 0};
  if (i < n)
    own = gt_step_measure(state, i, n, forces[i].w, GT_ACCELERATION ? 0 : virials[i], self,
                          GT_ACCELERATION);
  parts[0][t] = own.potential;
  parts[1][t] = own.kinetic;
  parts[2][t] = own.virial;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint half_of = GT_BLOCK / 2; half_of > 0; half_of /= 2) {
    if (t < half_of)
      for (uint which = 0; which < GT_MEASURED_SUMS; ++which)
        parts[which][t] += parts[which][t + half_of];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t < GT_MEASURED_SUMS) sums[get_group_id(0) * GT_MEASURED_SUMS + t] = parts[t][0];
}

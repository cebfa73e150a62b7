/* gputest kernel: step_place
 *   blocks = 256
 *   launch = per_item
 *
 * step_place: particles whose forces are wanted and that are none of those that pull, rounded to
 * the force kernel's precision, from place `first` on in arrays of the layout soa. */
#include "opencl/kernels/simulate/step.h"

#include "common/simulate/step_predict.h"

__kernel void step_place(__global const double* targets, __global gt_force_real* x,
                         __global gt_force_real* y, __global gt_force_real* z,
                         __global gt_force_real* vx, __global gt_force_real* vy,
                         __global gt_force_real* vz, __global uint* active, uint n, uint first) {
  const uint k = get_global_id(0);
  if (k >= n) return;
  __global const double* own = targets + (size_t)k * GT_TARGET_NUMBERS;
  active[k] = (uint)own[0];
  x[first + k] = (gt_force_real)own[1];
  y[first + k] = (gt_force_real)own[2];
  z[first + k] = (gt_force_real)own[3];
  vx[first + k] = (gt_force_real)own[4];
  vy[first + k] = (gt_force_real)own[5];
  vz[first + k] = (gt_force_real)own[6];
}

/* gputest kernel: step_drift
 *   blocks = 256
 *   launch = per_item
 *
 * step_drift: all bodies at a substep's time, and the list of active ones. */
#include "opencl/kernels/simulate/step.h"

#include "common/simulate/step_levels.h"

__kernel void step_drift(__global const gt_substep* substep, __global const uint* levels,
                         __global double* state, __global gt_force_real* x,
                         __global gt_force_real* y, __global gt_force_real* z,
                         __global uint* active, uint n, uint first_x, uint first_y, uint first_z,
                         uint stride, double shortest_step) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  const gt_step_force at = gt_step_drift(state, i, n, shortest_step * substep->passed);
  x[first_x + i * stride] = (gt_force_real)at.x;
  y[first_y + i * stride] = (gt_force_real)at.y;
  z[first_z + i * stride] = (gt_force_real)at.z;
  active[i] = gt_is_active(levels[i], substep->shortest, substep->now) ? 1 : 0;
}

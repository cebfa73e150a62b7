/* gputest kernel: step_pack
 *   blocks = 256
 *   launch = per_item
 *
 * step_pack: writes positions and masses, rounded to the force kernel's precision, to its
 * arrays. Marks their list as not stale and its needed capacity as unknown. */
#include "opencl/kernels/simulate/step.h"

__kernel void step_pack(__global const double* positions, __global const double* state,
                        __global gt_force_real* x, __global gt_force_real* y,
                        __global gt_force_real* z, __global gt_force_real* mass,
                        __global gt_step_report* report, uint n, uint first_x, uint first_y,
                        uint first_z, uint stride, uint first_mass, uint mass_stride) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  const size_t next = n;
  x[first_x + i * stride] = (gt_force_real)positions[i];
  y[first_y + i * stride] = (gt_force_real)positions[next + i];
  z[first_z + i * stride] = (gt_force_real)positions[2 * next + i];
  mass[first_mass + i * mass_stride] = (gt_force_real)state[6 * next + i];
  if (i == 0) {
    report->stale_at = GT_NEVER;
    report->capacity = 0;
  }
}

/* gputest kernel: step_pick
 *   blocks = 256
 *   launch = per_item
 *
 * step_pick: copies the listed particles to consecutive places, for other devices. */
#include "opencl/kernels/simulate/step.h"

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void step_pick(
    __global const gt_force4* particles, __global const uint* places, __global gt_force4* picked,
    uint n) {
  const uint k = get_global_id(0);
  if (k < n) picked[k] = particles[places[k]];
}

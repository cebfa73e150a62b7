/* gputest kernel: step_kick
 *   blocks = 256
 *   launch = per_item
 *
 * step_kick: only the second half of a step's kick, if it is due and velocities are wanted. */
#include "opencl/kernels/simulate/step.h"

#include "common/simulate/step_move.h"

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void step_kick(
    __global const gt_force4* forces, __global double* state, __global gt_step_progress* progress,
    uint n, double time_step) {
  const uint i = get_global_id(0);
  __global gt_step_progress* own = progress + get_group_id(0);
  const uint due = own->kick_due;
  barrier(CLK_GLOBAL_MEM_FENCE); /* all items have read */
  if (get_local_id(0) == 0) own->kick_due = 0;
  if (!due || i >= n) return;
  const gt_force4 f = forces[i];
  const gt_step_force force = {f.x, f.y, f.z};
  gt_step_kick(state, i, n, force, time_step, GT_ACCELERATION);
}

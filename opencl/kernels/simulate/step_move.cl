/* gputest kernel: step_move
 *   blocks = 256
 *   launch = per_item
 *
 * step_move: the end of one step and the beginning of the next, gt_step_move(); positions go
 * directly to the force kernel's arrays. If a particle has moved half the skin, the list is
 * stale from this move on. Later moves then do nothing, so that the host may enqueue several
 * before it checks. */
#include "opencl/kernels/simulate/step.h"

#include "common/simulate/step_move.h"

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void step_move(
    __global const double* listed, __global const gt_force4* forces, __global double* state,
    __global gt_force_real* x, __global gt_force_real* y, __global gt_force_real* z,
    __global gt_step_report* report, __global gt_step_progress* progress, uint n, uint first_x,
    uint first_y, uint first_z, uint stride, double time_step, double half_skin2) {
  const uint i = get_global_id(0);
  __global gt_step_progress* own = progress + get_group_id(0);
  const uint move = own->moves + 1, kicks = own->kick_due + 1;
  const int goes = report->stale_at >= move; /* alike for all items of the group */
  barrier(CLK_GLOBAL_MEM_FENCE);             /* all items have read */
  if (goes && get_local_id(0) == 0) {
    own->moves = move;
    own->kick_due = 1;
  }
  if (!goes || i >= n) return;
  const gt_force4 f = forces[i];
  const gt_step_force force = {f.x, f.y, f.z};
  const gt_step_moved now =
      gt_step_move(state, listed, i, n, force, time_step, half_skin2, kicks, GT_ACCELERATION);
  x[first_x + i * stride] = (gt_force_real)now.x;
  y[first_y + i * stride] = (gt_force_real)now.y;
  z[first_z + i * stride] = (gt_force_real)now.z;
  if (now.stale) report->stale_at = move;
}

/* gputest kernel: step_level
 *   blocks = 256
 *   launch = per_item
 *
 * step_level: ends the steps of bodies, begins their next ones, and counts bodies by level. */
#include "opencl/kernels/simulate/step.h"

#include "common/simulate/step_levels.h"

#define GT_COUNTS (GT_MOST_LEVELS + 2) /* the last counts steps that are too long */

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void step_level(
    __global const gt_force4* forces, __global double* state, __global uint* levels,
    __global gt_substep* substep, uint n, double shortest_step, double excess) {
  __local uint counts[GT_COUNTS];
  const uint i = get_global_id(0), t = get_local_id(0);
  if (t < GT_COUNTS) counts[t] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) {
    const gt_force4 f = forces[i];
    const gt_step_force a = {f.x, f.y, f.z};
    const gt_level_choice choice = {shortest_step, excess};
    const gt_chosen_level own = gt_step_level(state, levels, i, n, a, choice, substep->shortest,
                                              substep->now, substep->ends, substep->begins);
    atomic_inc(counts + own.level);
    if (own.too_long) atomic_inc(counts + GT_COUNTS - 1);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < GT_COUNTS && counts[t] > 0)
    atomic_add(t + 1 < GT_COUNTS ? substep->bodies + t : &substep->too_long, counts[t]);
}

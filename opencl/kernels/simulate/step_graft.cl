/* gputest kernel: step_graft
 *   blocks = 256
 *   launch = per_item
 *
 * step_graft: appends another device's message of step_essential to a tree. */
#include "opencl/kernels/simulate/essential.h"

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void step_graft(
    __global const gt_real4* message, __global gt_real4* sorted, __global gt_real4* centres,
    __global gt_real4* moments, __global ulong* links,
    GT_IF_OCTUPOLE(__global gt_real4* octupoles) uint first, uint most_cells, uint most_bodies,
    uint root, uint cells, uint bodies, uint own_root) {
  const uint item = get_global_id(0);
  if (item < most_cells + most_bodies)
    gt_graft(message + first, most_cells, most_bodies, root, cells, bodies, sorted, centres,
             moments, GT_OCTUPOLES, links, item);
  if (item == 0) gt_graft_own(centres, moments, GT_OCTUPOLES, links, own_root);
}

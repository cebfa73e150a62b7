/* gputest kernel: step_essential
 *   blocks = 256
 *   launch = step_essential
 *
 * step_essential: the part of a device's tree that the bodies of another device need, as a
 * message. */
#include "opencl/kernels/simulate/essential.h"

#define GT_ESSENTIAL_KERNEL(name)                                                       \
  __kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void name(             \
      __global const gt_real4* boxes, __global const gt_real4* sorted,                  \
      __global const gt_real4* centres, __global const gt_real4* moments,               \
      __global const ulong* links, __global const uint* sums,                           \
      GT_IF_OCTUPOLE(__global const gt_real4* octupoles) __global gt_real4* message,    \
      __global uint* parents, __global uint* places, uint box, uint n, uint most_cells, \
      uint most_bodies)
#define GT_FOR_EACH_CELL(cell)                                                              \
  for (uint cell = get_global_id(0), end_ = gt_first_cell(sums, GT_LEVELS, n); cell < end_; \
       cell += get_global_size(0))

GT_ESSENTIAL_KERNEL(step_essential_parents) {
  GT_FOR_EACH_CELL(cell) gt_name_parent(links, parents, message, cell);
}

GT_ESSENTIAL_KERNEL(step_essential_claim) {
  __global uint* const counts = (__global uint*)message;
  GT_FOR_EACH_CELL(cell) {
    const uint wanted =
        gt_places_wanted(centres, links, parents, boxes[2 * box], boxes[2 * box + 1], cell);
    if (wanted > 0) places[cell] = atomic_add(counts + (gt_is_leaf(links[cell]) ? 1 : 0), wanted);
  }
}

GT_ESSENTIAL_KERNEL(step_essential) {
  GT_FOR_EACH_CELL(cell)
  gt_pack_cell(sorted, centres, moments, GT_OCTUPOLES, links, parents, places, boxes[2 * box],
               boxes[2 * box + 1], most_cells, most_bodies, cell, message);
}

/* gputest kernel: tree_walk_thread
 *   summary    = a work-item walks the tree for each body, with a stack
 *   source     = Barnes and Hut 1986, Nature 324, 446
 *   layouts    = float4
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   multipole  = quadrupole monopole octupole
 *   launch     = tree
 *
 * One work-item per body, each with its own stack. */
#include "opencl/kernels/tree/tree.h"

__kernel void tree_walk_thread(GT_TREE_PARAMETERS) {
  const uint k = get_global_id(0);
  if (!GT_IS_ACTIVE(k)) return;
  const uint group = k / GT_OPENED_BY * GT_OPENED_BY;
  const uint group_end = min(group + GT_OPENED_BY, n);
  const gt_real4 self = sorted[k];
  gt_real ax = 0, ay = 0, az = 0, w = 0;
  uint stack[GT_CHILDREN * GT_LEVELS]; /* at most seven siblings per level wait */
  uint top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const uint cell = stack[--top];
    const gt_real4 centre = centres[cell];
    const ulong link = links[cell];
    const uint first = gt_link_first(link), end = first + gt_link_count(link);
    if (gt_is_far(centre, groups, group, group_end)) {
      const gt_real dx = centre.x - self.x, dy = centre.y - self.y, dz = centre.z - self.z;
      const gt_real4 p = moments[2 * (size_t)cell], q = moments[2 * (size_t)cell + 1];
      GT_MEET_CELL(ax, ay, az, w, dx, dy, dz, p, q, GT_THIRD(cell, 0), GT_THIRD(cell, 1),
                   GT_THIRD(cell, 2));
    } else if (gt_is_leaf(link)) {
      for (uint j = first; j < end; ++j) {
        const gt_real4 other = sorted[j];
        const gt_real dx = other.x - self.x, dy = other.y - self.y, dz = other.z - self.z;
        GT_MEET_BODY(ax, ay, az, w, dx, dy, dz, other.w);
      }
    } else {
      for (uint child = first; child < end; ++child) stack[top++] = child;
    }
  }
  accelerations[order[k]] = (gt_real4)(ax, ay, az, w);
}

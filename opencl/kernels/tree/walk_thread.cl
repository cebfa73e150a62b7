/* gputest kernel: tree_walk_thread
 *   summary    = a work-item walks the tree for each body, with a stack
 *   source     = Barnes and Hut 1986, Nature 324, 446
 *   layouts    = float4
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   multipole  = quadrupole monopole
 *   launch     = tree
 *
 * One work-item per body, each with its own stack. */
#include "opencl/kernels/tree/tree.h"

__kernel void tree_walk_thread(GT_TREE_PARAMETERS) {
  const uint k = get_global_id(0);
  if (k >= n) return;
  const gt_levels levels = gt_levels_of(n);
  const uint group = k / GT_OPENED_BY * GT_OPENED_BY;
  gt_real4 low, high;
  gt_group_box(boxes, group, min(group + GT_OPENED_BY, n), &low, &high);
  const gt_real4 self = sorted[k];
  gt_real ax = 0, ay = 0, az = 0, w = 0;
  uint stack[GT_CHILDREN * GT_MAX_LEVELS]; /* three brothers a level wait at most */
  uint top = 0;
  stack[top++] = gt_entry(levels.number - 1, 0);
  while (top > 0) {
    const uint entry = stack[--top], level = gt_entry_level(entry), cell = gt_entry_cell(entry);
    const size_t place = levels.first[level] + cell;
    const gt_real4 centre = centres[place];
    if (gt_is_far(centre, low, high)) {
      const gt_real dx = centre.x - self.x, dy = centre.y - self.y, dz = centre.z - self.z;
      const gt_real4 p = moments[2 * place], q = moments[2 * place + 1];
      GT_MEET_CELL(ax, ay, az, w, dx, dy, dz, p, q);
    } else if (level == 0) {
      const uint end = min((cell + 1) * GT_LEAF, n);
      for (uint j = cell * GT_LEAF; j < end; ++j) {
        const gt_real4 other = sorted[j];
        const gt_real dx = other.x - self.x, dy = other.y - self.y, dz = other.z - self.z;
        GT_MEET_BODY(ax, ay, az, w, dx, dy, dz, other.w);
      }
    } else {
      const uint end = min((cell + 1) * GT_CHILDREN, levels.count[level - 1]);
      for (uint child = cell * GT_CHILDREN; child < end; ++child)
        stack[top++] = gt_entry(level - 1, child);
    }
  }
  accelerations[order[k]] = (gt_real4)(ax, ay, az, w);
}

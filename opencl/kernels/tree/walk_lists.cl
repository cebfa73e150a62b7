/* gputest kernel: tree_walk_lists
 *   summary    = interaction lists of 32 bodies, written by one kernel and summed by the next
 *   source     = Barnes 1990, J. Comput. Phys. 87, 161; Hamada et al. 2009, SC '09, 62
 *   layouts    = float4
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   multipole  = quadrupole monopole octupole
 *   launch     = tree_lists
 *
 * One work-item lists the interactions of each group, and one item per body sums them. */
#include "opencl/kernels/tree/tree.h"

/* 1: the lists' lengths, in units, with a 0 before them. Then build.cl computes their running
 * sums. */
__kernel void tree_list_count(GT_TREE_PARAMETERS) {
  const uint group = get_global_id(0);
  const uint first = group * GT_OPENED_BY;
  if (first >= n) return;
  bool any = !GT_SOME;
  for (uint k = first; !any && k < first + GT_OPENED_BY; ++k) any = GT_IS_ACTIVE(k);
  sums[1 + group] = any ? gt_list_of_group(centres, links, groups, group, n, 0) : 0;
  if (group == 0) sums[0] = 0;
}

/* The lists that begin in the window of this pass; get_global_offset(1) is the window's number. */
#define GT_IS_MINE(group) (sums[group] / GT_LIST_WINDOW(n) == (uint)get_global_offset(1))
#define GT_UNITS(group) (sums[(group) + 1] - sums[group]) /* 0: the group walks */
#define GT_LIST(group) (work + (size_t)(sums[group] % GT_LIST_WINDOW(n)) * GT_LIST_UNIT)

/* 2, in each pass: writes these lists. */
__kernel void tree_list_write(GT_TREE_PARAMETERS) {
  const uint group = get_global_id(0);
  if (group * GT_OPENED_BY >= n || !GT_IS_MINE(group) || GT_UNITS(group) == 0) return;
  gt_list_of_group(centres, links, groups, group, n, GT_LIST(group));
}

#define GT_MEET_CELL_OF(cell)                                                                \
  do {                                                                                       \
    const gt_real4 c_ = centres[cell], p_ = moments[2 * (size_t)(cell)],                     \
                   q_ = moments[2 * (size_t)(cell) + 1];                                     \
    const gt_real dx_ = c_.x - self.x, dy_ = c_.y - self.y, dz_ = c_.z - self.z;             \
    GT_MEET_CELL(ax, ay, az, w, dx_, dy_, dz_, p_, q_, GT_THIRD(cell, 0), GT_THIRD(cell, 1), \
                 GT_THIRD(cell, 2));                                                         \
  } while (0)
#define GT_MEET_LEAF(link)                                                                     \
  do {                                                                                         \
    const uint first_ = gt_link_first(link), end_ = first_ + gt_link_count(link);              \
    for (uint j_ = first_; j_ < end_; ++j_) {                                                  \
      const gt_real4 other_ = sorted[j_];                                                      \
      const gt_real dx_ = other_.x - self.x, dy_ = other_.y - self.y, dz_ = other_.z - self.z; \
      GT_MEET_BODY(ax, ay, az, w, dx_, dy_, dz_, other_.w);                                    \
    }                                                                                          \
  } while (0)

/* 3, in each pass: sums these lists. */
__kernel void tree_walk_lists(GT_TREE_PARAMETERS) {
  const uint k = get_global_id(0);
  if (!GT_IS_ACTIVE(k) || !GT_IS_MINE(k / GT_OPENED_BY)) return;
  const uint units = GT_UNITS(k / GT_OPENED_BY);
  __global const uint* const list = GT_LIST(k / GT_OPENED_BY);
  const gt_real4 self = sorted[k];
  gt_real ax = 0, ay = 0, az = 0, w = 0;
  for (uint at = 0; at < units * GT_LIST_UNIT; ++at) {
    const uint entry = list[at];
    if (entry == GT_LIST_END) break;
    if ((entry & GT_LIST_LEAF) == 0) {
      GT_MEET_CELL_OF(entry);
    } else {
      const ulong link = links[entry & ~GT_LIST_LEAF];
      GT_MEET_LEAF(link);
    }
  }
  if (units == 0) {
    const uint group = k / GT_OPENED_BY * GT_OPENED_BY;
    const uint group_end = min(group + GT_OPENED_BY, n);
    uint stack[GT_CHILDREN * GT_LEVELS]; /* at most seven siblings per level wait */
    uint top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const uint cell = stack[--top];
      const ulong link = links[cell];
      if (gt_is_far(centres[cell], groups, group, group_end)) {
        GT_MEET_CELL_OF(cell);
      } else if (gt_is_leaf(link)) {
        GT_MEET_LEAF(link);
      } else {
        for (uint child = 0; child < gt_link_count(link); ++child)
          stack[top++] = gt_link_first(link) + child;
      }
    }
  }
  accelerations[order[k]] = (gt_real4)(ax, ay, az, w);
}

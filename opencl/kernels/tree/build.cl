/* The passes that build the tree: the bodies' box, their places on the curve, the sort, the cells'
 * numbers, and the cells level by level. Build options: those of particles.h and
 * -DGT_SUMMED=<values of an array that a group sums, and bodies that it sorts>. */
#include "opencl/kernels/running_sums.h"
#include "opencl/kernels/tree/tree.h"

#define GT_MOST_PARTS 256 /* of the bodies; each part has its own box */
#define GT_PARTS min((n + GT_BLOCK - 1) / GT_BLOCK, (uint)GT_MOST_PARTS)

/* The box of those of points[0 ... count - 1] that are this group's: its low and high corner go to
 * `to`. */
void gt_box_of(__global const gt_real4* points, uint count, __local gt_real4* lows,
               __local gt_real4* highs, __global gt_real4* to) {
  const uint l = get_local_id(0);
  const uint first = get_global_id(0), step = get_global_size(0);
  gt_real4 low = points[min(first, count - 1)], high = low;
  for (uint i = first; i < count; i += step) gt_widen(&low, &high, points[i], points[i]);
  lows[l] = low;
  highs[l] = high;
  for (uint half_of = GT_BLOCK / 2; half_of > 0; half_of /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < half_of) {
      low = lows[l];
      high = highs[l];
      gt_widen(&low, &high, lows[l + half_of], highs[l + half_of]);
      lows[l] = low;
      highs[l] = high;
    }
  }
  if (l == 0) {
    to[0] = lows[0];
    to[1] = highs[0];
  }
}

/* 1 and 2: the box of each part, and of all. */
GT_GROUP_KERNEL void tree_bounds(GT_TREE_PARAMETERS) {
  __local gt_real4 lows[GT_BLOCK], highs[GT_BLOCK];
  gt_box_of(xyzm, n, lows, highs, bounds + 2 * get_group_id(0));
}
GT_GROUP_KERNEL void tree_box(GT_TREE_PARAMETERS) {
  __local gt_real4 lows[GT_BLOCK], highs[GT_BLOCK];
  gt_box_of(bounds, 2 * GT_PARTS, lows, highs, bounds + 2 * GT_PARTS);
}

/* The sort takes 4 bits of the keys at a time, the lowest first, and moves from one array to the
 * other each time. After 16 times all is in the first array again. Each time a group has the
 * same GT_SUMMED places, and an item of it GT_SORTED_AN_ITEM consecutive ones. This keeps the
 * order of equal bits. */
#define GT_DIGITS 16
#define GT_SORTED_AN_ITEM (GT_SUMMED / GT_BLOCK)
#define GT_ROUND ((uint)get_global_offset(1))
#define GT_KEYS(round) ((round) % 2 == 0 ? keys : (__global ulong*)work)
#define GT_NUMBERS(round) ((round) % 2 == 0 ? order : work + 2 * n)
#define GT_DIGIT(key) ((uint)((key) >> 4 * GT_ROUND) & (GT_DIGITS - 1))
/* The number of keys with each digit, by group: counted one place further, for the running sums. */
#define GT_COUNTS (work + 3 * n)
#define GT_GROUPS ((n + GT_SUMMED - 1) / GT_SUMMED)
#define GT_COUNTS_LENGTH (GT_DIGITS * GT_GROUPS + 1)

/* 3: the bodies' keys. */
__kernel void tree_keys(GT_TREE_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  GT_KEYS(0)[i] = gt_curve_key(xyzm[i], bounds[2 * GT_PARTS], bounds[2 * GT_PARTS + 1]);
  GT_NUMBERS(0)[i] = i;
}

/* 4: a group's number of keys with each digit. */
GT_GROUP_KERNEL void tree_sort_count(GT_TREE_PARAMETERS) {
  __local uint counts[GT_DIGITS];
  const uint l = get_local_id(0), group = get_group_id(0);
  if (l < GT_DIGITS) counts[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint end = min((group + 1) * GT_SUMMED, n);
  for (uint k = group * GT_SUMMED + l; k < end; k += GT_BLOCK)
    atomic_inc(counts + GT_DIGIT(GT_KEYS(GT_ROUND)[k]));
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < GT_DIGITS) GT_COUNTS[1 + l * GT_GROUPS + group] = counts[l];
  if (l == 0 && group == 0) GT_COUNTS[0] = 0;
}

/* 5 and 6: the places of a group's bodies with each digit. */
GT_GROUP_KERNEL void tree_sort_sum_parts(GT_TREE_PARAMETERS) {
  __local uint total;
  gt_sum_part(GT_COUNTS, GT_COUNTS_LENGTH, GT_COUNTS + GT_COUNTS_LENGTH, &total);
}
GT_GROUP_KERNEL void tree_sort_sum(GT_TREE_PARAMETERS) {
  __local uint before, parts[GT_BLOCK];
  gt_running_sums(GT_COUNTS, GT_COUNTS_LENGTH, GT_COUNTS + GT_COUNTS_LENGTH, &before, parts);
}

/* 7: an item counts its digits. The counts are summed over the group's items up to each, and the
 * item's last body with a digit goes to the last place there. */
GT_GROUP_KERNEL void tree_sort_move(GT_TREE_PARAMETERS) {
  __local uint upto[GT_DIGITS][GT_BLOCK];
  const uint l = get_local_id(0), group = get_group_id(0);
  const uint begin = group * GT_SUMMED + l * GT_SORTED_AN_ITEM;
  const uint end = min(begin + GT_SORTED_AN_ITEM, n);
  for (uint d = 0; d < GT_DIGITS; ++d) upto[d][l] = 0;
  for (uint k = begin; k < end; ++k) ++upto[GT_DIGIT(GT_KEYS(GT_ROUND)[k])][l];
  for (uint distance = 1; distance < GT_BLOCK; distance *= 2) {
    uint before[GT_DIGITS];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = 0; d < GT_DIGITS; ++d) before[d] = l >= distance ? upto[d][l - distance] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = 0; d < GT_DIGITS; ++d) upto[d][l] += before[d];
  }
  for (uint k = end; k > begin; --k) {
    const ulong key = GT_KEYS(GT_ROUND)[k - 1];
    const uint digit = GT_DIGIT(key);
    const uint place = GT_COUNTS[digit * GT_GROUPS + group] + --upto[digit][l];
    GT_KEYS(GT_ROUND + 1)[place] = key;
    GT_NUMBERS(GT_ROUND + 1)[place] = GT_NUMBERS(GT_ROUND)[k - 1];
  }
}

/* 8: the bodies in the order of the curve. */
__kernel void tree_gather(GT_TREE_PARAMETERS) {
  const uint k = get_global_id(0);
  if (k < n) sorted[k] = xyzm[order[k]];
}

/* 9: the cells that begin at each body; and a 0 before all counts. */
__kernel void tree_spans(GT_TREE_PARAMETERS) {
  const uint k = get_global_id(0);
  if (k < n) spans[k] = gt_span_of(keys, k, n, leaf);
  if (k == 0) sums[0] = 0;
}

/* 10: the number of cells that begin in each run, by level. */
__kernel void tree_count(GT_TREE_PARAMETERS) {
  const uint k = get_global_id(0), run = k / GT_LEVELS, level = k % GT_LEVELS;
  if (run < gt_runs_of(n))
    sums[1 + level * gt_runs_of(n) + run] = gt_count_begun(spans, run, level, n);
}

/* 11 and 12: their running sums; the sort's memory is free for parts. */
#define GT_SUMS_LENGTH (GT_LEVELS * gt_runs_of(n) + 1)
GT_GROUP_KERNEL void tree_sum_parts(GT_TREE_PARAMETERS) {
  __local uint total;
  gt_sum_part(sums, GT_SUMS_LENGTH, work, &total);
}
GT_GROUP_KERNEL void tree_sum(GT_TREE_PARAMETERS) {
  __local uint before, parts[GT_BLOCK];
  gt_running_sums(sums, GT_SUMS_LENGTH, work, &before, parts);
}

/* 13: the cells' numbers. */
__kernel void tree_place(GT_TREE_PARAMETERS) {
  const uint k = get_global_id(0), run = k / GT_LEVELS, level = k % GT_LEVELS;
  if (run < gt_runs_of(n)) gt_place_cells(spans, sums, links, run, level, n);
}

/* 14: the cells of the level that has get_global_offset(1) levels under it. */
__kernel void tree_cells(GT_TREE_PARAMETERS) {
  const uint level = GT_LEVELS - 1 - get_global_offset(1);
  const uint end = gt_first_cell(sums, level + 1, n);
  for (uint cell = gt_first_cell(sums, level, n) + get_global_id(0); cell < end;
       cell += get_global_size(0)) {
    gt_make_cell(sorted, spans, sums, links, centres, moments, boxes, level, cell, n, reach);
#if GT_OCTUPOLE
    gt_make_octupole(sorted, links, centres, moments, boxes, octupoles, cell, reach);
#endif
  }
}

/* 15: the groups' boxes. */
__kernel void tree_groups(GT_TREE_PARAMETERS) {
  const uint group = get_global_id(0);
  if (group * GT_OPENED_BY < n) gt_make_group(sorted, keys, boxes[0], boxes[1], groups, group, n);
}

/* Interaction lists for C++, CUDA, HIP and OpenCL C: the cells with which each group of
 * GT_OPENED_BY bodies interacts, by number. Like cell.h, included after it.
 *
 * Lists are counted first, in units of GT_LIST_UNIT entries, and the counts are summed, which
 * gives each group the beginning of its list. Memory has room for GT_LIST_WINDOW units, plus the
 * longest list. So lists are written and evaluated in passes, each for the lists that begin in
 * its window. A group with more than GT_MOST_UNITS has no list, and its bodies walk, so that
 * sums of units stay below 2^32 and passes are few. */
#ifndef GPUTEST_TREE_LISTS_ONCE
#define GPUTEST_TREE_LISTS_ONCE
#define GT_LIST_UNIT 16u   /* entries */
#define GT_MOST_UNITS 256u /* of a group */
#define GT_LIST_LEAF \
  0x80000000u /* marks an entry: the bodies of the leaf, not the cell as a whole */
#define GT_LIST_END 0xffffffffu /* after the last entry, to the end of the unit */
#define GT_LIST_WINDOW(n) ((n) < 8u ? 1u : (n) / 8u)
#endif

/* Writes the list of one of n bodies' groups, or only counts it if `list` is null; returns its
 * units, 0 if it has no list. */
GT_FN gt_uint gt_list_of_group(GT_GLOBAL const gt_real4* centres, GT_GLOBAL const gt_ulong* links,
                               GT_GLOBAL const gt_real4* groups, gt_uint group, gt_uint n,
                               GT_GLOBAL gt_uint* list) {
  const gt_uint begin = group * GT_OPENED_BY;
  const gt_uint end = n - begin < GT_OPENED_BY ? n : begin + GT_OPENED_BY;
  gt_uint stack[GT_CHILDREN * GT_LEVELS]; /* at most seven siblings per level wait */
  gt_uint top = 0, count = 0, units, k;
  stack[top++] = 0;
  while (top > 0) {
    const gt_uint cell = stack[--top];
    const gt_ulong link = links[cell];
    const int far = gt_is_far(centres[cell], groups, begin, end);
    if (far || gt_is_leaf(link)) {
      if (count == GT_MOST_UNITS * GT_LIST_UNIT) return 0;
      if (list != 0) list[count] = far ? cell : cell | GT_LIST_LEAF;
      ++count;
    } else {
      const gt_uint first = gt_link_first(link);
      for (k = 0; k < gt_link_count(link); ++k) stack[top++] = first + k;
    }
  }
  units = (count + GT_LIST_UNIT - 1) / GT_LIST_UNIT;
  if (list != 0)
    for (k = count; k < units * GT_LIST_UNIT; ++k) list[k] = GT_LIST_END;
  return units;
}

/* The cells of an octree over bodies in the order of their keys, and their numbers: the same
 * text for g++, nvcc, hipcc and OpenCL C.
 *
 * A cell of level d has the bodies with keys that agree in their first d octal digits. It is a
 * leaf if these are at most `leaf` or d is the last level. Otherwise its children are the cells
 * of level d + 1 that have a body. Cells are numbered level by level, the root first, and within
 * a level in the order of the bodies. So siblings are consecutive, and numbers are the same in
 * every run.
 *
 * Nothing is built from the top. The cells that begin at a body follow from the keys of its
 * `leaf` neighbours on both sides (gt_span_of). They are counted for each run of bodies and
 * level (gt_count_begun) and the counts are summed. The sum gives the first place of a run's
 * cells of a level (gt_place_cells). */
#ifndef GPUTEST_TREE_OCTREE_H
#define GPUTEST_TREE_OCTREE_H

#include "common/octree/hilbert.h"
#include "common/portable/portable.h"

#define GT_CHILDREN 8u                /* at most per cell */
#define GT_LEVELS (GT_CURVE_BITS + 1) /* at most; the root is level 0 */
#define GT_RUN 32u                    /* consecutive bodies; their cells are counted together */
#define GT_OPENED_BY 32u              /* consecutive bodies for which a cell is opened */
#define GT_MOST_BOXES 8u              /* of such a group */

/* Runs of n bodies. */
GT_FN gt_uint gt_runs_of(gt_uint n) { return (n + GT_RUN - 1) / GT_RUN; }

/* The number of octal digits, from the highest on, in which two keys agree. */
GT_FN gt_uint gt_digits_shared(gt_ulong a, gt_ulong b) {
  const gt_ulong differ = a ^ b;
  return differ == 0 ? GT_CURVE_BITS : (gt_leading_zeros(differ) - (64 - 3 * GT_CURVE_BITS)) / 3;
}

/* The first and the last level of the cells that begin at body k, as one number. The first is
 * one below the levels shared with the body before, the last is its leaf's. Above the leaf every
 * cell with the body has more than `leaf` bodies, and so two of them that are `leaf` apart. */
GT_FN gt_uint gt_span_of(GT_GLOBAL const gt_ulong* keys, gt_uint k, gt_uint n, gt_uint leaf) {
  const gt_uint first = k > 0 ? 1 + gt_digits_shared(keys[k - 1], keys[k]) : 0;
  gt_uint last = 0, back;
  for (back = 0; back <= leaf && back <= k; ++back) {
    const gt_uint j = k - back;
    if (j + leaf < n) {
      const gt_uint below = 1 + gt_digits_shared(keys[j], keys[j + leaf]);
      last = below > last ? below : last;
    }
  }
  return first | (last < GT_LEVELS ? last : GT_LEVELS - 1) << 8;
}
GT_FN gt_uint gt_first_level(gt_uint span) { return span & 0xffu; }
GT_FN gt_uint gt_leaf_level(gt_uint span) { return span >> 8; }
GT_FN int gt_begins(gt_uint span, gt_uint level) {
  return gt_first_level(span) <= level && level <= gt_leaf_level(span);
}

/* Counts the cells of a level that begin in a run of bodies. */
GT_FN gt_uint gt_count_begun(GT_GLOBAL const gt_uint* spans, gt_uint run, gt_uint level,
                             gt_uint n) {
  gt_uint k, count = 0;
  for (k = run * GT_RUN; k < (run + 1) * GT_RUN && k < n; ++k) count += gt_begins(spans[k], level);
  return count;
}

/* A cell's link: its first child or, for a leaf, its first body; their count; and whether the
 * cell is the first child of its parent. */
#define GT_LEAF_MARK 0x80000000u
#define GT_FIRST_MARK 0x40000000u
GT_FN gt_ulong gt_link(gt_uint first, gt_uint count, gt_uint marks) {
  return (gt_ulong)(count | marks) << 32 | first;
}
GT_FN gt_uint gt_link_first(gt_ulong link) { return (gt_uint)link; }
GT_FN gt_uint gt_link_marks(gt_ulong link) {
  return (gt_uint)(link >> 32) & (GT_LEAF_MARK | GT_FIRST_MARK);
}
GT_FN gt_uint gt_link_count(gt_ulong link) {
  return (gt_uint)(link >> 32) & ~(GT_LEAF_MARK | GT_FIRST_MARK);
}
GT_FN int gt_is_leaf(gt_ulong link) { return (gt_uint)(link >> 32) >= GT_LEAF_MARK; }

/* The number of a level's first cell, from the running sums of the counts. The runs of a level
 * are consecutive and a 0 precedes all. For GT_LEVELS it is the number of cells. */
GT_FN gt_uint gt_first_cell(GT_GLOBAL const gt_uint* sums, gt_uint level, gt_uint n) {
  return sums[level * gt_runs_of(n)];
}

/* Writes the links of a run's cells of a level, without counts. */
GT_FN void gt_place_cells(GT_GLOBAL const gt_uint* spans, GT_GLOBAL const gt_uint* sums,
                          GT_GLOBAL gt_ulong* links, gt_uint run, gt_uint level, gt_uint n) {
  const gt_uint runs = gt_runs_of(n);
  gt_uint k, cell = sums[level * runs + run];
  gt_uint child = level + 1 < GT_LEVELS ? sums[(level + 1) * runs + run] : 0;
  for (k = run * GT_RUN; k < (run + 1) * GT_RUN && k < n; ++k) {
    const gt_uint span = spans[k];
    if (gt_begins(span, level)) {
      const gt_uint first_mark = gt_first_level(span) < level ? GT_FIRST_MARK : 0;
      links[cell++] = gt_leaf_level(span) == level ? gt_link(k, 0, GT_LEAF_MARK | first_mark)
                                                   : gt_link(child, 0, first_mark);
    }
    child += gt_begins(span, level + 1);
  }
}

/* Whether the cell or body at `behind`, after a cell's first child or a leaf's first body,
 * belongs to another cell. `cells_end` is the end of the children's level. */
GT_FN int gt_is_behind(GT_GLOBAL const gt_uint* spans, GT_GLOBAL const gt_ulong* links,
                       gt_uint behind, int is_leaf, gt_uint level, gt_uint n, gt_uint cells_end) {
  if (is_leaf) return behind >= n || gt_first_level(spans[behind]) <= level;
  return behind >= cells_end || (gt_link_marks(links[behind]) & GT_FIRST_MARK) != 0;
}

/* The link of a cell of a level, including its count. */
GT_FN gt_ulong gt_counted_link(GT_GLOBAL const gt_uint* spans, GT_GLOBAL const gt_uint* sums,
                               GT_GLOBAL const gt_ulong* links, gt_uint cell, gt_uint level,
                               gt_uint n) {
  const gt_ulong link = links[cell];
  const gt_uint first = gt_link_first(link);
  const int is_leaf = gt_is_leaf(link);
  const gt_uint cells_end = is_leaf ? 0 : gt_first_cell(sums, level + 2, n);
  gt_uint end = first + 1;
  while (!gt_is_behind(spans, links, end, is_leaf, level, n, cells_end)) ++end;
  return gt_link(first, end - first, gt_link_marks(link));
}

#endif

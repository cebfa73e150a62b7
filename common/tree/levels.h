/* The tree over n bodies that stand in the order of a Hilbert curve, whose cells follow from n
 * alone: the same text for g++, nvcc, hipcc and OpenCL C. */
#ifndef GPUTEST_TREE_LEVELS_H
#define GPUTEST_TREE_LEVELS_H

#include "common/portable/portable.h"

#define GT_LEAF 8u       /* consecutive bodies that a leaf has */
#define GT_CHILDREN 4u   /* consecutive cells that their parent has */
#define GT_OPENED_BY 32u /* consecutive bodies for which a cell is opened */
#define GT_MAX_LEVELS 14 /* 8 * 4^13 bodies are more than there may be */

/* The cells of each level, the leaves first, the root alone in the last: cell k of level l stands
 * at first[l] + k, and its children are the cells 4 k ... 4 k + 3 of level l - 1, as many of them
 * as there are; a leaf's bodies are 8 k ... 8 k + 7. So every body is in one leaf, whatever the
 * places of the bodies, and no tree is deeper than another of as many bodies (T. Lane Cassell, T.
 * Deakin, A. Alpay, V. Heuveline and G. Brito Gadeschi, IA3 workshop at SC24, 2024, "Hilbert BVH";
 * I. Kamel and C. Faloutsos, CIKM 1993, "packed R-trees"). */
typedef struct {
  gt_uint number;
  gt_uint count[GT_MAX_LEVELS];
  gt_uint first[GT_MAX_LEVELS];
} gt_levels;

/* Of n bodies, from 1 on. */
GT_FN gt_levels gt_levels_of(gt_uint n) {
  gt_levels levels;
  gt_uint count = (n + GT_LEAF - 1) / GT_LEAF, first = 0;
  gt_uint number = 0;
  for (; number < GT_MAX_LEVELS; ++number) {
    levels.count[number] = count;
    levels.first[number] = first;
    if (count == 1) break;
    first += count;
    count = (count + GT_CHILDREN - 1) / GT_CHILDREN;
  }
  levels.number = number + 1;
  return levels;
}

/* A cell's level and its number there as one number, and what such a number says. */
GT_FN gt_uint gt_entry(gt_uint level, gt_uint cell) { return level << 28 | cell; }
GT_FN gt_uint gt_entry_level(gt_uint entry) { return entry >> 28; }
GT_FN gt_uint gt_entry_cell(gt_uint entry) { return entry & 0xfffffffu; }

#endif

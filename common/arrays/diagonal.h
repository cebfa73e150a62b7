/* The positions of elements in a plane that is stored by diagonals, in the C that kernels of
 * every API share. A plane has ry rows of rx elements; diagonal d holds the elements with x + y
 * = d, in the order of y. All numbers are below 2^32 if rx ry <= 2^31. */
#ifndef GPUTEST_ARRAYS_DIAGONAL_H
#define GPUTEST_ARRAYS_DIAGONAL_H

#include "common/portable/portable.h"

/* The number of elements on the diagonals before diagonal d, 0 <= d < rx + ry - 1. Diagonals
 * grow by one until they are as long as the shorter edge, stay so, and shrink by one. */
GT_FN gt_uint gt_diagonal_start(gt_uint d, gt_uint rx, gt_uint ry) {
  const gt_uint least = rx < ry ? rx : ry, most = rx < ry ? ry : rx;
  const gt_uint left = rx + ry - 1 - d;
  if (d <= least) return d * (d + 1) / 2;
  if (d <= most) return least * (least + 1) / 2 + (d - least) * least;
  return rx * ry - left * (left + 1) / 2;
}

/* The first row that diagonal d meets, and one past its last row. */
GT_FN gt_uint gt_diagonal_first(gt_uint d, gt_uint rx) { return d < rx ? 0 : d - rx + 1; }
GT_FN gt_uint gt_diagonal_end(gt_uint d, gt_uint ry) { return d < ry ? d + 1 : ry; }

/* The position of row 0 of diagonal d, real or not: its element in row y is y further. Wraps
 * below 0. */
GT_FN gt_uint gt_diagonal_origin(gt_uint d, gt_uint rx, gt_uint ry) {
  return gt_diagonal_start(d, rx, ry) - gt_diagonal_first(d, rx);
}

#endif

/* The positions of a diagonal's cells and their neighbours in a plane, plain or stored by
 * diagonals. A plane has ny rows of nx cells. The text is in the C that kernels of every API
 * share. */
#ifndef GPUTEST_SWEEP_LINES_H
#define GPUTEST_SWEEP_LINES_H

#include "common/arrays/diagonal.h"

/* For the cell of row y: the cell itself is at here + y step, x - 1 at left + y step, y - 1 at
 * above + y step, x + 1 at right + y step and y + 1 at below + y step. Numbers wrap; a sum is
 * valid if the cell exists. */
typedef struct {
  gt_uint here, left, above, right, below, step;
} gt_line;

/* Diagonal d of a plain plane. */
GT_FN gt_line gt_plain_line(gt_uint d, gt_uint nx) {
  gt_line line;
  line.here = d, line.left = d - 1, line.above = d - nx, line.right = d + 1, line.below = d + nx;
  line.step = nx - 1;
  return line;
}

/* Diagonal d of a plane that is stored by diagonals. */
GT_FN gt_line gt_diagonal_line(gt_uint d, gt_uint nx, gt_uint ny) {
  gt_line line;
  line.here = gt_diagonal_origin(d, nx, ny);
  line.left = gt_diagonal_origin(d - 1, nx, ny);
  line.above = line.left - 1;
  line.right = gt_diagonal_origin(d + 1, nx, ny);
  line.below = line.right + 1;
  line.step = 1;
  return line;
}

#endif

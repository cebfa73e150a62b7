/* The places in memory of the cells of a cube of n, in the C that kernels of every API share.
 * Planes are plain or stored by diagonals (common/arrays/diagonal.h). Component c of the cell at
 * a place is at c n^3 + place. */
#ifndef GPUTEST_LU_PLACE_H
#define GPUTEST_LU_PLACE_H

#include "common/arrays/diagonal.h"
#include "common/lu/flow.h"

typedef struct {
  gt_uint x, y, z;
} gt_lu_cell;

/* The place of a cell. */
GT_FN gt_uint gt_lu_place(gt_uint x, gt_uint y, gt_uint z, gt_uint n, int diagonals) {
  return z * n * n + y + (diagonals ? gt_diagonal_origin(x + y, n, n) : y * (n - 1) + x);
}

/* The diagonal of element k of a square of n² that is stored by diagonals. */
GT_FN gt_uint gt_lu_diagonal_of(gt_uint k, gt_uint n) {
  const gt_uint turned = k < n * (n + 1) / 2 ? k : n * n - 1 - k; /* rotated by half a turn */
  gt_uint d = (gt_uint)(0.5f * (gt_sqrt(8.0f * (float)turned + 1.0f) - 1.0f));
  while (d * (d + 1) / 2 > turned) --d; /* the root was rounded */
  while ((d + 1) * (d + 2) / 2 <= turned) ++d;
  return turned == k ? d : 2 * n - 2 - d;
}

/* The cell at a place. */
GT_FN gt_lu_cell gt_lu_cell_at(gt_uint place, gt_uint n, int diagonals) {
  const gt_uint in_plane = place % (n * n);
  gt_lu_cell cell;
  cell.z = place / (n * n);
  if (diagonals) {
    const gt_uint d = gt_lu_diagonal_of(in_plane, n);
    cell.y = in_plane - gt_diagonal_origin(d, n, n);
    cell.x = d - cell.y;
  } else {
    cell.y = in_plane / n;
    cell.x = in_plane % n;
  }
  return cell;
}

GT_FN gt_lu_five gt_lu_load(GT_GLOBAL const double* cells, gt_uint place, gt_uint n) {
  gt_lu_five five;
  for (gt_uint c = 0; c < 5; ++c) five.of[c] = cells[c * (n * n * n) + place];
  return five;
}

GT_FN void gt_lu_store(GT_GLOBAL double* cells, gt_uint place, gt_uint n, gt_lu_five five) {
  for (gt_uint c = 0; c < 5; ++c) cells[c * (n * n * n) + place] = five.of[c];
}

#endif

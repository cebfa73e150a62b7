/* A step of LU's solver for one cell, in the C that kernels of every API share. The arrays are u,
 * the flow, and v, its change, of a cube of n cells, plain or by diagonals. */
#ifndef GPUTEST_LU_STEP_H
#define GPUTEST_LU_STEP_H

#include "common/lu/place.h"

/* The residual of the equations in the cell at a place, 0 on the cube's faces. */
GT_FN gt_lu_five gt_lu_residual(GT_GLOBAL const double* u, GT_GLOBAL const double* forcing,
                                gt_uint place, gt_uint n, int diagonals) {
  const gt_lu_cell cell = gt_lu_cell_at(place, n, diagonals);
  const gt_uint at[3] = {cell.x, cell.y, cell.z};
  gt_lu_five sum;
  for (int c = 0; c < 5; ++c) sum.of[c] = 0;
  if (cell.x == 0 || cell.y == 0 || cell.z == 0 || cell.x + 1 == n || cell.y + 1 == n ||
      cell.z + 1 == n)
    return sum;
  const gt_lu_five here = gt_lu_load(u, place, n), force = gt_lu_load(forcing, place, n);
  for (int c = 0; c < 5; ++c) sum.of[c] = -force.of[c];
  for (int axis = 0; axis < 3; ++axis) {
    const gt_uint p = at[axis], x = axis == 0, y = axis == 1, z = axis == 2;
    /* Cells beyond the cube do not count; a face's cell replaces them. */
    const gt_uint low = p == 1 ? 1 : 2, high = p + 2 == n ? 1 : 2;
    const gt_lu_five before2 = gt_lu_load(
        u, gt_lu_place(cell.x - low * x, cell.y - low * y, cell.z - low * z, n, diagonals), n);
    const gt_lu_five before =
        gt_lu_load(u, gt_lu_place(cell.x - x, cell.y - y, cell.z - z, n, diagonals), n);
    const gt_lu_five after =
        gt_lu_load(u, gt_lu_place(cell.x + x, cell.y + y, cell.z + z, n, diagonals), n);
    const gt_lu_five after2 = gt_lu_load(
        u, gt_lu_place(cell.x + high * x, cell.y + high * y, cell.z + high * z, n, diagonals), n);
    sum = gt_lu_changed(sum, before2, before, here, after, after2, axis + 1, p, n);
  }
  return sum;
}

/* The place of a cell's neighbour in the direction: the next one for an upper sweep, the previous
 * one for a lower sweep. */
GT_FN gt_uint gt_lu_neighbour(gt_lu_cell cell, int direction, int upper, gt_uint n, int diagonals) {
  const gt_uint by = upper ? 1 : (gt_uint)-1; /* wraps */
  return gt_lu_place(cell.x + (direction == 1 ? by : 0), cell.y + (direction == 2 ? by : 0),
                     cell.z + (direction == 3 ? by : 0), n, diagonals);
}

/* One cell of the lower or the upper sweep, on no face: v of its three neighbours is already
 * new. */
GT_FN void gt_lu_sweep(GT_GLOBAL const double* u, GT_GLOBAL double* v, gt_lu_cell cell, gt_uint n,
                       double dt, int upper, int diagonals) {
  const double inverse = n - 1, diffused = dt * inverse * inverse;
  const double convected = upper ? 0.5 * dt * inverse : -0.5 * dt * inverse;
  const gt_uint place = gt_lu_place(cell.x, cell.y, cell.z, n, diagonals);
  gt_lu_five sum, solved, own = gt_lu_load(v, place, n);
  for (int c = 0; c < 5; ++c) sum.of[c] = 0;
  for (int direction = 3; direction > 0; --direction) {
    const gt_uint next = gt_lu_neighbour(cell, direction, upper, n, diagonals);
    const gt_lu_five joined = gt_lu_joined(gt_lu_load(u, next, n), gt_lu_load(v, next, n),
                                           direction, convected, diffused);
    for (int c = 0; c < 5; ++c) sum.of[c] += joined.of[c];
  }
  for (int c = 0; c < 5; ++c)
    sum.of[c] = upper ? GT_LU_OMEGA * sum.of[c] : own.of[c] - GT_LU_OMEGA * sum.of[c];
  solved = gt_lu_own_solved(gt_lu_load(u, place, n), sum, diffused);
  for (int c = 0; c < 5; ++c) own.of[c] = upper ? own.of[c] - solved.of[c] : solved.of[c];
  gt_lu_store(v, place, n, own);
}

#endif

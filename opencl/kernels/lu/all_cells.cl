/* The passes of LU over all cells, one cell per item. */
#include "opencl/kernels/lu/lu.h"

/* The flow before the first step. */
__kernel void lu_begin(LU_ARGUMENTS) {
  const uint place = get_global_id(0);
  if (place >= n * n * n) return;
  const gt_lu_cell cell = gt_lu_cell_at(place, n, GT_DIAGONALS);
  const uint plain = gt_lu_place(cell.x, cell.y, cell.z, n, 0);
  gt_lu_store(LU_U, place, n, gt_lu_load(guess, plain, n));
#if GT_DIAGONALS
  gt_lu_store(LU_FORCE, place, n, gt_lu_load(force, plain, n));
#endif
}

void find_residual(__global double* u, __global const double* force, __global double* v,
                   const uint n, const double factor) {
  const uint place = get_global_id(0);
  if (place >= n * n * n) return;
  gt_lu_five residual = gt_lu_residual(u, force, place, n, GT_DIAGONALS);
  for (int c = 0; c < 5; ++c) residual.of[c] *= factor;
  gt_lu_store(v, place, n, residual);
}

/* The residual at the start of a step, times the time step. */
__kernel void lu_change(LU_ARGUMENTS) { find_residual(LU_U, LU_FORCE, LU_V, n, dt); }

/* The residual after the last step. */
__kernel void lu_residual(LU_ARGUMENTS) { find_residual(LU_U, LU_FORCE, LU_V, n, 1); }

/* A step's last pass. */
__kernel void lu_update(LU_ARGUMENTS) {
  const uint place = get_global_id(0), cells = n * n * n;
  if (place >= cells) return;
  for (uint c = 0; c < 5; ++c) LU_U[c * cells + place] += weight * LU_V[c * cells + place];
}

#if GT_DIAGONALS
/* Copies the answer to its place. */
__kernel void lu_end(LU_ARGUMENTS) {
  const uint place = get_global_id(0);
  if (place >= n * n * n) return;
  const gt_lu_cell cell = gt_lu_cell_at(place, n, 1);
  const uint plain = gt_lu_place(cell.x, cell.y, cell.z, n, 0);
  gt_lu_store(flow, plain, n, gt_lu_load(LU_U, place, n));
  gt_lu_store(residual, plain, n, gt_lu_load(LU_V, place, n));
}
#endif

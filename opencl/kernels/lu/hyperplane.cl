/* gputest kernel: lu_hyperplane
 *   summary    = wavefronts of cells with equal x + y + z, one cell per item
 *   source     = RNR-94-007, section 5; Barszcz et al. 1993, RNR-93-007: hyperplanes
 *   layouts    = components_first
 *   precisions = fp64
 *   blocks     = 64 128 256
 *   launch     = lu_wavefronts
 *   storage    = plain diagonal auto
 *   jacobians  = computed stored
 *
 * An enqueue is a wavefront of the inner cube; its number is the offset. Groups cannot wait for
 * each other. */
#include "opencl/kernels/lu/lu.h"

/* The inner cell of this item on wavefront w; returns whether there is one. */
uint inner_cell(const uint w, const uint n, gt_lu_cell* cell) {
  const uint m = n - 2;
  const gt_wavefront_place place = gt_wavefront_place_at(get_global_id(0), w, m, m, m);
  cell->x = place.x + 1, cell->y = place.y + 1, cell->z = place.z + 1;
  return place.exists;
}

#if GT_STORED
void store_blocks(__global const double* u, __global double* blocks, const uint n, const double dt,
                  const int upper) {
  const uint place = get_global_id(0);
  if (place >= n * n * n) return;
  const gt_lu_cell cell = gt_lu_cell_at(place, n, GT_DIAGONALS);
  if (cell.x - 1 < n - 2 && cell.y - 1 < n - 2 && cell.z - 1 < n - 2)
    gt_lu_store_blocks(u, blocks, cell, n, dt, upper, GT_DIAGONALS);
}
__kernel void lu_lower_blocks(LU_ARGUMENTS) { store_blocks(LU_U, blocks, n, dt, 0); }
__kernel void lu_upper_blocks(LU_ARGUMENTS) { store_blocks(LU_U, blocks, n, dt, 1); }
#define SWEEP(cell, upper) gt_lu_sweep_stored(blocks, LU_V, cell, n, upper, GT_DIAGONALS)
#else
#define SWEEP(cell, upper) gt_lu_sweep(LU_U, LU_V, cell, n, dt, upper, GT_DIAGONALS)
#endif

__kernel void lu_lower(LU_ARGUMENTS) {
  gt_lu_cell cell;
  if (inner_cell(get_global_id(1), n, &cell)) SWEEP(cell, 0);
}

__kernel void lu_upper(LU_ARGUMENTS) {
  gt_lu_cell cell;
  if (inner_cell(3 * (n - 2) - 3 - get_global_id(1), n, &cell)) SWEEP(cell, 1);
}

/* LU's sweeps with their 5 x 5 blocks in memory, as in the benchmark, in the C that kernels of
 * every API share. Each inner cell has four blocks: its own, then those that couple it to its
 * neighbours along x, y and z. Number (row, column) of block b is at ((5 b + row) 5 + column) n^3 +
 * place. */
#ifndef GPUTEST_LU_BLOCKS_H
#define GPUTEST_LU_BLOCKS_H

#include "common/lu/step.h"

#define GT_LU_BLOCK_NUMBERS 100 /* per cell */

GT_FN void gt_lu_store_column(GT_GLOBAL double* blocks, gt_uint block, gt_uint column,
                              gt_uint place, gt_uint n, gt_lu_five five) {
  for (gt_uint row = 0; row < 5; ++row)
    blocks[((5 * block + row) * 5 + column) * (n * n * n) + place] = five.of[row];
}

/* Stores the blocks of an inner cell for a lower or an upper sweep. Their columns are the products
 * with the unit vectors. */
GT_FN void gt_lu_store_blocks(GT_GLOBAL const double* u, GT_GLOBAL double* blocks, gt_lu_cell cell,
                              gt_uint n, double dt, int upper, int diagonals) {
  const double inverse = n - 1, diffused = dt * inverse * inverse;
  const double convected = upper ? 0.5 * dt * inverse : -0.5 * dt * inverse;
  const gt_uint place = gt_lu_place(cell.x, cell.y, cell.z, n, diagonals);
  for (gt_uint column = 0; column < 5; ++column) {
    gt_lu_five unit;
    for (gt_uint c = 0; c < 5; ++c) unit.of[c] = c == column;
    gt_lu_store_column(blocks, 0, column, place, n,
                       gt_lu_own(gt_lu_load(u, place, n), unit, diffused));
    for (int direction = 1; direction < 4; ++direction) {
      const gt_uint next = gt_lu_neighbour(cell, direction, upper, n, diagonals);
      gt_lu_store_column(
          blocks, (gt_uint)direction, column, place, n,
          gt_lu_joined(gt_lu_load(u, next, n), unit, direction, convected, diffused));
    }
  }
}

/* gt_lu_sweep() for a cell with stored blocks. The elimination treats the cell's own block as
 * full. */
GT_FN void gt_lu_sweep_stored(GT_GLOBAL const double* blocks, GT_GLOBAL double* v, gt_lu_cell cell,
                              gt_uint n, int upper, int diagonals) {
  const gt_uint place = gt_lu_place(cell.x, cell.y, cell.z, n, diagonals), cells = n * n * n;
  gt_lu_five sum, own = gt_lu_load(v, place, n);
  double block[5][5];
  for (int c = 0; c < 5; ++c) sum.of[c] = 0;
  for (int direction = 3; direction > 0; --direction) {
    const gt_lu_five beside =
        gt_lu_load(v, gt_lu_neighbour(cell, direction, upper, n, diagonals), n);
    for (gt_uint row = 0; row < 5; ++row)
      for (gt_uint column = 0; column < 5; ++column)
        sum.of[row] += blocks[((5 * (gt_uint)direction + row) * 5 + column) * cells + place] *
                       beside.of[column];
  }
  for (int c = 0; c < 5; ++c)
    sum.of[c] = upper ? GT_LU_OMEGA * sum.of[c] : own.of[c] - GT_LU_OMEGA * sum.of[c];
  for (gt_uint row = 0; row < 5; ++row)
    for (gt_uint column = 0; column < 5; ++column)
      block[row][column] = blocks[(5 * row + column) * cells + place];
  for (int pivot = 0; pivot < 4; ++pivot) {
    const double inverse = 1.0 / block[pivot][pivot];
    for (int row = pivot + 1; row < 5; ++row) {
      const double factor = inverse * block[row][pivot];
      for (int column = pivot + 1; column < 5; ++column)
        block[row][column] -= factor * block[pivot][column];
      sum.of[row] -= factor * sum.of[pivot];
    }
  }
  for (int row = 4; row >= 0; --row) {
    for (int column = row + 1; column < 5; ++column)
      sum.of[row] -= block[row][column] * sum.of[column];
    sum.of[row] /= block[row][row];
  }
  for (int c = 0; c < 5; ++c) own.of[c] = upper ? own.of[c] - sum.of[c] : sum.of[c];
  gt_lu_store(v, place, n, own);
}

#endif

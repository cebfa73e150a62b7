/* Sorts particles into cells, with running sums: the passes that every list builder has. Build
 * options: those of particles.h, -DGT_PERIODIC, 0 or 1, and -DGT_SUMMED=<values of an array that a
 * group sums>. */
#include "opencl/kernels/neighbour/neighbour.h"
#include "opencl/kernels/running_sums.h"

/* 1: empties all cells. */
__kernel void neighbour_clear(GT_NEIGHBOUR_PARAMETERS) {
  const uint cell = get_global_id(0);
  if (cell <= cells_x * cells_y * cells_z) cell_starts[cell] = 0;
  if (cell == 0) GT_SCATTERED = 0;
}

/* 2: counts the particles in each cell, one place further, and numbers them within the cell in any
 * order. */
__kernel void neighbour_bin(GT_NEIGHBOUR_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  gt_body self;
  GT_LOAD(self, i);
  slots[i] = atomic_inc(cell_starts + GT_CELL(self) + 1);
}

#define GT_CELLS_LENGTH (cells_x * cells_y * cells_z + 1)
#define GT_LISTS_LENGTH (n + 1)

/* 3 and 4: the start of each cell's particles. */
GT_GROUP_KERNEL void neighbour_sum_parts_of_cells(GT_NEIGHBOUR_PARAMETERS) {
  __local uint total;
  gt_sum_part(cell_starts, GT_CELLS_LENGTH, GT_PARTS, &total);
}
GT_GROUP_KERNEL void neighbour_sum_cells(GT_NEIGHBOUR_PARAMETERS) {
  __local uint before, parts[GT_BLOCK];
  gt_running_sums(cell_starts, GT_CELLS_LENGTH, GT_PARTS, &before, parts);
}

/* 5: particles by cell, in any order within a cell. */
__kernel void neighbour_arrive(GT_NEIGHBOUR_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  gt_body self;
  GT_LOAD(self, i);
  order[cell_starts[GT_CELL(self)] + slots[i]] = i;
}

/* 6: particles sorted by number within a cell, so that the order is the same in every run: a
 * particle's place is the number of those below it. From now on slots[i] is the place of i among
 * all. */
__kernel void neighbour_sort(GT_NEIGHBOUR_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  gt_body self;
  GT_LOAD(self, i);
  const uint cell = GT_CELL(self);
  const uint begin = cell_starts[cell], end = cell_starts[cell + 1];
  uint place = begin;
  for (uint k = begin; k < end; ++k) place += order[k] < i ? 1 : 0;
  slots[i] = place;
  sorted[place] = GT_NUMBERED(self.x, self.y, self.z, i);
  gt_body middle; /* of 32 particles with numbers like i's */
  const uint j = min((i & ~31u) + 16, n - 1);
  GT_LOAD(middle, j);
  const gt_real far = 2 * sqrt(radius2);
  if (fabs(GT_DIFFERENCE(self, middle, x)) > far || fabs(GT_DIFFERENCE(self, middle, y)) > far ||
      fabs(GT_DIFFERENCE(self, middle, z)) > far)
    atomic_inc(&GT_SCATTERED);
}

/* For a csr list, after counting the lists' lengths: the start of each. */
GT_GROUP_KERNEL void neighbour_sum_parts_of_lists(GT_NEIGHBOUR_PARAMETERS) {
  __local uint total;
  gt_sum_part(starts, GT_LISTS_LENGTH, GT_PARTS, &total);
}
GT_GROUP_KERNEL void neighbour_sum_lists(GT_NEIGHBOUR_PARAMETERS) {
  __local uint before, parts[GT_BLOCK];
  gt_running_sums(starts, GT_LISTS_LENGTH, GT_PARTS, &before, parts);
}

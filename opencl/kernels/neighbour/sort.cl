/* Particles sorted into cells, and running sums: the passes that every list builder has. Built with
 * what particles.h says, -DGT_PERIODIC, 0 or 1, and -DGT_SUMMED=<values of an array that a group
 * sums>. */
#include "opencl/kernels/neighbour/neighbour.h"

/* 1: no particle in any cell. */
__kernel void neighbour_clear(GT_NEIGHBOUR_PARAMETERS) {
  const uint cell = get_global_id(0);
  if (cell <= cells_x * cells_y * cells_z) cell_starts[cell] = 0;
  if (cell == 0) GT_SCATTERED = 0;
}

/* 2: particles in each cell, counted one place on, and each particle's place as they came. */
__kernel void neighbour_bin(GT_NEIGHBOUR_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  gt_body self;
  GT_LOAD(self, i);
  slots[i] = atomic_inc(cell_starts + GT_CELL(self) + 1);
}

/* Running sums of values[0 … length - 1] in place, in two passes, a group taking GT_SUMMED values:
 * first the sum of each group's, */
void gt_sum_part(__global const uint* values, uint length, __global uint* sums,
                 __local uint* total) {
  const uint l = get_local_id(0), group = get_group_id(0);
  if (l == 0) *total = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint end = min((group + 1) * GT_SUMMED, length);
  uint sum = 0;
  for (uint k = group * GT_SUMMED + l; k < end; k += GT_BLOCK) sum += values[k];
  atomic_add(total, sum);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) sums[group] = *total;
}

/* then each group adds up the sums of those before it, and goes on from there. */
#define GT_SUMMED_AN_ITEM (GT_SUMMED / GT_BLOCK)
void gt_running_sums(__global uint* values, uint length, __global const uint* sums,
                     __local uint* before, __local uint* parts) {
  const uint l = get_local_id(0), group = get_group_id(0);
  const uint begin = group * GT_SUMMED + l * GT_SUMMED_AN_ITEM;
  uint own[GT_SUMMED_AN_ITEM], sum = 0;
#pragma unroll
  for (uint k = 0; k < GT_SUMMED_AN_ITEM; ++k) {
    sum += begin + k < length ? values[begin + k] : 0;
    own[k] = sum;
  }
  parts[l] = sum;
  if (l == 0) *before = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  sum = 0;
  for (uint k = l; k < group; k += GT_BLOCK) sum += sums[k];
  atomic_add(before, sum);
  for (uint distance = 1; distance < GT_BLOCK; distance *= 2) {
    const uint part = l >= distance ? parts[l - distance] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    parts[l] += part;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  const uint before_item = *before + parts[l] - own[GT_SUMMED_AN_ITEM - 1];
#pragma unroll
  for (uint k = 0; k < GT_SUMMED_AN_ITEM; ++k)
    if (begin + k < length) values[begin + k] = before_item + own[k];
}

#define GT_CELLS_LENGTH (cells_x * cells_y * cells_z + 1)
#define GT_LISTS_LENGTH (n + 1)

/* 3 and 4: where each cell's particles begin. */
GT_GROUP_KERNEL void neighbour_sum_parts_of_cells(GT_NEIGHBOUR_PARAMETERS) {
  __local uint total;
  gt_sum_part(cell_starts, GT_CELLS_LENGTH, GT_PARTS, &total);
}
GT_GROUP_KERNEL void neighbour_sum_cells(GT_NEIGHBOUR_PARAMETERS) {
  __local uint before, parts[GT_BLOCK];
  gt_running_sums(cell_starts, GT_CELLS_LENGTH, GT_PARTS, &before, parts);
}

/* 5: particles by cell, those of a cell as they came. */
__kernel void neighbour_arrive(GT_NEIGHBOUR_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  gt_body self;
  GT_LOAD(self, i);
  order[cell_starts[GT_CELL(self)] + slots[i]] = i;
}

/* 6: those of a cell in their own order, which is the same in every run: a particle's place is
 * the number of those below it. From now on slots[i] is where i stands among all. */
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
  gt_body middle; /* of 32 with numbers like i's */
  const uint j = min((i & ~31u) + 16, n - 1);
  GT_LOAD(middle, j);
  const gt_real far = 2 * sqrt(radius2);
  if (fabs(GT_DIFFERENCE(self, middle, x)) > far || fabs(GT_DIFFERENCE(self, middle, y)) > far ||
      fabs(GT_DIFFERENCE(self, middle, z)) > far)
    atomic_inc(&GT_SCATTERED);
}

/* Of a csr list, when the lists' lengths are counted: where each begins. */
GT_GROUP_KERNEL void neighbour_sum_parts_of_lists(GT_NEIGHBOUR_PARAMETERS) {
  __local uint total;
  gt_sum_part(starts, GT_LISTS_LENGTH, GT_PARTS, &total);
}
GT_GROUP_KERNEL void neighbour_sum_lists(GT_NEIGHBOUR_PARAMETERS) {
  __local uint before, parts[GT_BLOCK];
  gt_running_sums(starts, GT_LISTS_LENGTH, GT_PARTS, &before, parts);
}

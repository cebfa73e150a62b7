/* What the list builders share: sorting particles into cells, and the passes that a csr list needs.
 * Built with what particles.h says, and -DGT_NEWTON3, -DGT_K_MAJOR and -DGT_PERIODIC, each 0 or 1.
 */
#include "opencl/kernels/particles.h"

/* After gt_real is defined. */
#include "common/physics/lj_pair.h"

/* The parameters of every pass. In a k-major list `starts` gets the lists' lengths. */
#define GT_NEIGHBOUR_PARAMETERS                                                                    \
  GT_PARAMETERS(GT_PARAMETER)                                                                      \
  __global uint *starts, __global uint *entries, __global uint *cell_starts, __global uint *slots, \
      __global uint *order, __global gt_real4 *sorted, const uint n, const uint stride,            \
      const uint capacity, const gt_real radius2, const gt_real edge_x, const gt_real edge_y,      \
      const gt_real edge_z, const gt_real inverse_edge_x, const gt_real inverse_edge_y,            \
      const gt_real inverse_edge_z, const uint cells_x, const uint cells_y, const uint cells_z,    \
      const gt_real low_x, const gt_real low_y, const gt_real low_z,                               \
      const gt_real cells_a_length_x, const gt_real cells_a_length_y,                              \
      const gt_real cells_a_length_z

/* The cell along an axis. */
uint gt_place(gt_real at, gt_real low, gt_real cells_a_length, uint cells) {
  const gt_real place = (at - low) * cells_a_length;
  return place > 0 ? min((uint)place, cells - 1) : 0;
}

#define GT_PLACE(body, axis) gt_place((body).axis, low_##axis, cells_a_length_##axis, cells_##axis)
#define GT_CELL(body) \
  ((GT_PLACE(body, z) * cells_y + GT_PLACE(body, y)) * cells_x + GT_PLACE(body, x))

/* Cells along an axis that touch one, and itself, each once: first … first + count - 1, modulo the
 * number of cells. */
typedef struct {
  uint first, count;
} gt_touching;

gt_touching gt_touching_cells(uint at, uint cells, int periodic) {
  gt_touching range;
  if (periodic && cells >= 3) {
    range.first = at + cells - 1;
    range.count = 3;
  } else {
    range.first = at == 0 ? 0 : at - 1;
    range.count = min(at + 1, cells - 1) - range.first + 1;
  }
  return range;
}

/* The cells near the one at (x, y, z), numbered from 0 to near_count - 1, by GT_NEAR_CELL. */
#define GT_NEAR_CELLS(x, y, z)                                          \
  const gt_touching near_x = gt_touching_cells(x, cells_x, edge_x > 0); \
  const gt_touching near_y = gt_touching_cells(y, cells_y, edge_y > 0); \
  const gt_touching near_z = gt_touching_cells(z, cells_z, edge_z > 0); \
  const uint near_count = near_x.count * near_y.count * near_z.count
#define GT_NEAR_CELL(number)                                                          \
  ((((near_z.first + (number) / (near_x.count * near_y.count)) % cells_z) * cells_y + \
    (near_y.first + (number) / near_x.count % near_y.count) % cells_y) *              \
       cells_x +                                                                      \
   (near_x.first + (number) % near_x.count) % cells_x)

/* Whether j is an entry of i's list. */
#define GT_IS_ENTRY(self, other, i, j)                                     \
  (((GT_NEWTON3) ? (j) > (i) : (j) != (i)) &&                              \
   gt_square(GT_DIFFERENCE(self, other, x), GT_DIFFERENCE(self, other, y), \
             GT_DIFFERENCE(self, other, z)) < radius2)

gt_real gt_square(gt_real dx, gt_real dy, gt_real dz) { return dx * dx + dy * dy + dz * dz; }

/* Writes j as entry k of i's list, if there is room. Lengths count on where there is none, so that
 * the host sees it. */
#if GT_K_MAJOR
#define GT_WRITE_ENTRY(i, k, j)                          \
  do {                                                   \
    if ((k) < capacity) entries[(k)*stride + (i)] = (j); \
  } while (0)
#define GT_WRITE_LENGTH(i, length) starts[i] = (length)
#else
#define GT_WRITE_ENTRY(i, k, j)                                     \
  do {                                                              \
    if (starts[i] + (k) < capacity) entries[starts[i] + (k)] = (j); \
  } while (0)
#define GT_WRITE_LENGTH(i, length) /* known before */
#endif

/* Pass 1: no particle in any cell. */
__kernel void neighbour_clear(GT_NEIGHBOUR_PARAMETERS) {
  const uint cell = get_global_id(0);
  if (cell <= cells_x * cells_y * cells_z) cell_starts[cell] = 0;
}

/* Pass 2: particles in each cell, counted one place on, and each particle's place among them. */
__kernel void neighbour_bin(GT_NEIGHBOUR_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  gt_body self;
  GT_LOAD(self, i);
  slots[i] = atomic_inc(cell_starts + GT_CELL(self) + 1);
}

/* Running sums of values[0 … length - 1] in place, by one work-group: every item sums up a part. */
void gt_running_sums(__global uint* values, uint length, __local uint* parts) {
  const uint l = get_local_id(0);
  const uint part = (length + GT_BLOCK - 1) / GT_BLOCK;
  const uint begin = min(l * part, length), end = min(begin + part, length);
  uint sum = 0;
  for (uint k = begin; k < end; ++k) sum += values[k];
  parts[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint before = 0;
  for (uint other = 0; other < l; ++other) before += parts[other];
  for (uint k = begin; k < end; ++k) {
    before += values[k];
    values[k] = before;
  }
}

/* Pass 3, one group: where each cell's particles begin. */
__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void neighbour_sum_cells(
    GT_NEIGHBOUR_PARAMETERS) {
  __local uint parts[GT_BLOCK];
  gt_running_sums(cell_starts, cells_x * cells_y * cells_z + 1, parts);
}

/* Pass 4: particles by cell. */
__kernel void neighbour_sort(GT_NEIGHBOUR_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  gt_body self;
  GT_LOAD(self, i);
  const uint k = cell_starts[GT_CELL(self)] + slots[i];
  order[k] = i;
  sorted[k] = (gt_real4)(self.x, self.y, self.z, 0);
}

/* Pass 5 of a csr list: lengths, each one place on. */
__kernel void neighbour_count(GT_NEIGHBOUR_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  gt_body self;
  GT_LOAD(self, i);
  GT_NEAR_CELLS(GT_PLACE(self, x), GT_PLACE(self, y), GT_PLACE(self, z));
  uint length = 0;
  for (uint near = 0; near < near_count; ++near) {
    const uint cell = GT_NEAR_CELL(near);
    for (uint k = cell_starts[cell]; k < cell_starts[cell + 1]; ++k)
      if (GT_IS_ENTRY(self, sorted[k], i, order[k])) ++length;
  }
  starts[i + 1] = length;
  if (i == 0) starts[0] = 0;
}

/* Pass 6 of a csr list, one group: where each list begins. */
__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void neighbour_sum_lists(
    GT_NEIGHBOUR_PARAMETERS) {
  __local uint parts[GT_BLOCK];
  gt_running_sums(starts, n + 1, parts);
}

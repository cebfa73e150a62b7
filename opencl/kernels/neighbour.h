/* What the list builders share: sorting particles into cells, and the passes that a csr list needs.
 * Built with what particles.h says, and -DGT_NEWTON3, -DGT_K_MAJOR and -DGT_PERIODIC, each 0 or 1.
 */
#include "opencl/kernels/particles.h"

/* After gt_real is defined. */
#include "common/physics/lj_pair.h"

/* The parameters of every pass; a search of its own function takes all but the layout's arrays. In
 * a k-major list `starts` gets the lists' lengths. `work` has 2 n words and more: GT_ARRIVED, and
 * from GT_PARTS on the sums of parts of an array. */
#define GT_NEIGHBOUR_PARAMETERS GT_PARAMETERS(GT_PARAMETER) GT_SEARCH_PARAMETERS
#define GT_SEARCH_PARAMETERS                                                                       \
  __global uint *starts, __global uint *entries, __global uint *cell_starts, __global uint *slots, \
      __global uint *order, __global gt_real4 *sorted, __global uint *work, const uint n,          \
      const uint stride, const uint capacity, const gt_real radius2, const gt_real edge_x,         \
      const gt_real edge_y, const gt_real edge_z, const gt_real inverse_edge_x,                    \
      const gt_real inverse_edge_y, const gt_real inverse_edge_z, const uint cells_x,              \
      const uint cells_y, const uint cells_z, const gt_real low_x, const gt_real low_y,            \
      const gt_real low_z, const gt_real cells_a_length_x, const gt_real cells_a_length_y,         \
      const gt_real cells_a_length_z
#define GT_SEARCH_ARGUMENTS                                                                       \
  starts, entries, cell_starts, slots, order, sorted, work, n, stride, capacity, radius2, edge_x, \
      edge_y, edge_z, inverse_edge_x, inverse_edge_y, inverse_edge_z, cells_x, cells_y, cells_z,  \
      low_x, low_y, low_z, cells_a_length_x, cells_a_length_y, cells_a_length_z

#define GT_ARRIVED (work)      /* particles by cell, those of a cell as they came */
#define GT_SCATTERED (work[n]) /* how many lie far from those with numbers like theirs */
#define GT_PARTS (work + n + 1)

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

/* Runs the statement, which has no comma outside parentheses, for every entry j of the list of i,
 * which stands at `self`. */
#define GT_FOR_EACH_ENTRY(self, i, j, statement)                            \
  do {                                                                      \
    GT_NEAR_CELLS(GT_PLACE(self, x), GT_PLACE(self, y), GT_PLACE(self, z)); \
    for (uint near = 0; near < near_count; ++near) {                        \
      const uint cell = GT_NEAR_CELL(near);                                 \
      const uint end = cell_starts[cell + 1];                               \
      for (uint k = cell_starts[cell]; k < end; ++k) {                      \
        const uint j = order[k];                                            \
        if (GT_IS_ENTRY(self, sorted[k], i, j)) statement                   \
      }                                                                     \
    }                                                                       \
  } while (0)

/* A group's word with one bit an item, of those that pass true; groups are of at most 32. `words`
 * are three that were 0 at the start, and `turn` counts the calls: one of them is being filled, one
 * read and one cleared. */
uint gt_ballot(bool bit, __local uint* words, uint turn) {
  const uint l = get_local_id(0);
  if (bit) atomic_or(words + turn % 3, 1u << l);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) words[(turn + 2) % 3] = 0;
  return words[turn % 3];
}

/* Pass 1: no particle in any cell. */
__kernel void neighbour_clear(GT_NEIGHBOUR_PARAMETERS) {
  const uint cell = get_global_id(0);
  if (cell <= cells_x * cells_y * cells_z) cell_starts[cell] = 0;
  if (cell == 0) GT_SCATTERED = 0;
}

/* Pass 2: particles in each cell, counted one place on, and each particle's place as they came. */
__kernel void neighbour_bin(GT_NEIGHBOUR_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  gt_body self;
  GT_LOAD(self, i);
  slots[i] = atomic_inc(cell_starts + GT_CELL(self) + 1);
}

/* Running sums of values[0 … length - 1] in place, in two passes of GT_SUMMED values a group: first
 * the sum of each group's, */
#define GT_SUMMED 1024
void gt_sum_part(__global const uint* values, uint length, __global uint* sums,
                 __local uint* parts) {
  const uint l = get_local_id(0), group = get_group_id(0);
  const uint end = min((group + 1) * GT_SUMMED, length);
  uint sum = 0;
  for (uint k = group * GT_SUMMED + l; k < end; k += GT_BLOCK) sum += values[k];
  parts[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l != 0) return;
  sum = 0;
  for (uint item = 0; item < GT_BLOCK; ++item) sum += parts[item];
  sums[group] = sum;
}

/* then each group adds up the sums of those before it, and goes on from there. */
void gt_running_sums(__global uint* values, uint length, __global const uint* sums,
                     __local uint* before, __local uint* parts) {
  const uint l = get_local_id(0), group = get_group_id(0);
  uint sum = 0;
  for (uint k = l; k < group; k += GT_BLOCK) sum += sums[k];
  before[l] = sum;
  const uint part = GT_SUMMED / GT_BLOCK;
  const uint begin = min(group * GT_SUMMED + l * part, length), end = min(begin + part, length);
  sum = 0;
  for (uint k = begin; k < end; ++k) sum += values[k];
  parts[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  sum = 0;
  for (uint item = 0; item < GT_BLOCK; ++item) sum += before[item] + (item < l ? parts[item] : 0);
  for (uint k = begin; k < end; ++k) {
    sum += values[k];
    values[k] = sum;
  }
}

#define GT_CELLS_LENGTH (cells_x * cells_y * cells_z + 1)
#define GT_LISTS_LENGTH (n + 1)
#define GT_GROUP_KERNEL __kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1)))

/* Passes 3 and 4: where each cell's particles begin. */
GT_GROUP_KERNEL void neighbour_sum_parts_of_cells(GT_NEIGHBOUR_PARAMETERS) {
  __local uint parts[GT_BLOCK];
  gt_sum_part(cell_starts, GT_CELLS_LENGTH, GT_PARTS, parts);
}
GT_GROUP_KERNEL void neighbour_sum_cells(GT_NEIGHBOUR_PARAMETERS) {
  __local uint before[GT_BLOCK], parts[GT_BLOCK];
  gt_running_sums(cell_starts, GT_CELLS_LENGTH, GT_PARTS, before, parts);
}

/* Pass 5: particles by cell, those of a cell as they came. */
__kernel void neighbour_arrive(GT_NEIGHBOUR_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  gt_body self;
  GT_LOAD(self, i);
  GT_ARRIVED[cell_starts[GT_CELL(self)] + slots[i]] = i;
}

/* Pass 6: those of a cell in their own order, which is the same in every run: a particle's place is
 * the number of those below it. From now on slots[i] is where i stands among all. */
__kernel void neighbour_sort(GT_NEIGHBOUR_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  gt_body self;
  GT_LOAD(self, i);
  const uint cell = GT_CELL(self);
  const uint begin = cell_starts[cell], end = cell_starts[cell + 1];
  uint place = begin;
  for (uint k = begin; k < end; ++k) place += GT_ARRIVED[k] < i ? 1 : 0;
  slots[i] = place;
  order[place] = i;
  sorted[place] = (gt_real4)(self.x, self.y, self.z, 0);
  gt_body middle; /* of 32 with numbers like i's */
  const uint j = min((i & ~31u) + 16, n - 1);
  GT_LOAD(middle, j);
  const gt_real far = 2 * sqrt(radius2);
  if (fabs(GT_DIFFERENCE(self, middle, x)) > far || fabs(GT_DIFFERENCE(self, middle, y)) > far ||
      fabs(GT_DIFFERENCE(self, middle, z)) > far)
    atomic_inc(&GT_SCATTERED);
}

/* The next pass of a csr list: lengths, each one place on. */
__kernel void neighbour_count(GT_NEIGHBOUR_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  gt_body self;
  GT_LOAD(self, i);
  uint length = 0;
  GT_FOR_EACH_ENTRY(self, i, j, { ++length; });
  starts[i + 1] = length;
  if (i == 0) starts[0] = 0;
}

/* And two more: where each list begins. */
GT_GROUP_KERNEL void neighbour_sum_parts_of_lists(GT_NEIGHBOUR_PARAMETERS) {
  __local uint parts[GT_BLOCK];
  gt_sum_part(starts, GT_LISTS_LENGTH, GT_PARTS, parts);
}
GT_GROUP_KERNEL void neighbour_sum_lists(GT_NEIGHBOUR_PARAMETERS) {
  __local uint before[GT_BLOCK], parts[GT_BLOCK];
  gt_running_sums(starts, GT_LISTS_LENGTH, GT_PARTS, before, parts);
}

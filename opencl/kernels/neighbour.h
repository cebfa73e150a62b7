/* What the list builders share: sorting particles into cells, and the passes that a csr list needs.
 * Built with what particles.h says, -DGT_NEWTON3, -DGT_K_MAJOR and -DGT_PERIODIC, each 0 or 1,
 * -DGT_SORT_BLOCK=<work-items a group of the passes before the search> and -DGT_SUMMED=<values of
 * an array that such a group sums>. */
#include "opencl/kernels/particles.h"

/* After gt_real is defined. */
#include "common/physics/lj_pair.h"

/* The parameters of every pass; a search of its own function takes all but the layout's arrays. In
 * a k-major list `starts` gets the lists' lengths. `order` is of the sort alone: particles by cell,
 * those of a cell as they came. `work` has more than n words: GT_SCATTERED, and from GT_PARTS on
 * the sums of parts of an array. */
#define GT_NEIGHBOUR_PARAMETERS GT_PARAMETERS(GT_PARAMETER) GT_SEARCH_PARAMETERS
#define GT_SEARCH_PARAMETERS                                                                    \
  __global uint *restrict starts, __global uint *restrict entries,                              \
      __global uint *restrict cell_starts, __global uint *restrict slots,                       \
      __global uint *restrict order, __global gt_real4 *restrict sorted,                        \
      __global uint *restrict work, const uint n, const uint stride, const uint capacity,       \
      const gt_real radius2, const gt_real edge_x, const gt_real edge_y, const gt_real edge_z,  \
      const gt_real inverse_edge_x, const gt_real inverse_edge_y, const gt_real inverse_edge_z, \
      const uint cells_x, const uint cells_y, const uint cells_z, const gt_real low_x,          \
      const gt_real low_y, const gt_real low_z, const gt_real cells_a_length_x,                 \
      const gt_real cells_a_length_y, const gt_real cells_a_length_z
#define GT_SEARCH_ARGUMENTS                                                                       \
  starts, entries, cell_starts, slots, order, sorted, work, n, stride, capacity, radius2, edge_x, \
      edge_y, edge_z, inverse_edge_x, inverse_edge_y, inverse_edge_z, cells_x, cells_y, cells_z,  \
      low_x, low_y, low_z, cells_a_length_x, cells_a_length_y, cells_a_length_z

#define GT_SCATTERED (work[0]) /* how many lie far from those with numbers like theirs */
#define GT_PARTS (work + 1)

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

/* A sorted particle has, after its position, the bits of its number. */
#if GT_REAL_BITS == 64
#define GT_NUMBER(particle) ((uint)as_ulong((particle).w))
#define GT_NUMBERED(x, y, z, i) ((gt_real4)(x, y, z, as_double((ulong)(i))))
#else
#define GT_NUMBER(particle) as_uint((particle).w)
#define GT_NUMBERED(x, y, z, i) ((gt_real4)(x, y, z, as_float(i)))
#endif

/* Whether `other` is an entry of the list of `self`, both sorted particles. */
#define GT_IS_ENTRY(self, other)                                                                \
  (((GT_NEWTON3) ? GT_NUMBER(other) > GT_NUMBER(self) : GT_NUMBER(other) != GT_NUMBER(self)) && \
   gt_square(GT_DIFFERENCE(self, other, x), GT_DIFFERENCE(self, other, y),                      \
             GT_DIFFERENCE(self, other, z)) < radius2)

gt_real gt_square(gt_real dx, gt_real dy, gt_real dz) { return dx * dx + dy * dy + dz * dz; }

/* Where particle i's list goes, in a pass that writes: entry k to row[k * step], if k < room.
 * Lengths count on where there is no room, so that the host sees it. */
#if GT_K_MAJOR
#define GT_ROW_IF(writes, i)                \
  __global uint* const row = entries + (i); \
  const uint step = stride, room = capacity
#define GT_WRITE_LENGTH(i, length) starts[i] = (length)
#else
#define GT_ROW_IF(writes, i)                                      \
  const uint row_begin = (writes) ? min(starts[i], capacity) : 0; \
  __global uint* const row = entries + row_begin;                 \
  const uint step = 1, room = capacity - row_begin
#define GT_WRITE_LENGTH(i, length) /* known before */
#endif
#define GT_ROW(i) GT_ROW_IF(1, i)
/* The length of i's list, in a pass that counts: one place on, for the sums. */
#define GT_COUNT_LENGTH(i, length) \
  do {                             \
    starts[(i) + 1] = (length);    \
    if ((i) == 0) starts[0] = 0;   \
  } while (0)
#define GT_WRITE_ENTRY(k, j)             \
  do {                                   \
    if ((k) < room) row[(k)*step] = (j); \
  } while (0)

/* Runs the statement, which has no comma outside parentheses, for every entry j of the list of the
 * sorted particle `self`. */
#define GT_FOR_EACH_ENTRY(self, j, statement)                               \
  do {                                                                      \
    GT_NEAR_CELLS(GT_PLACE(self, x), GT_PLACE(self, y), GT_PLACE(self, z)); \
    for (uint near = 0; near < near_count; ++near) {                        \
      const uint cell = GT_NEAR_CELL(near);                                 \
      const uint end = cell_starts[cell + 1];                               \
      for (uint k = cell_starts[cell]; k < end; ++k) {                      \
        const gt_real4 other = sorted[k];                                   \
        const uint j = GT_NUMBER(other);                                    \
        if (GT_IS_ENTRY(self, other)) statement                             \
      }                                                                     \
    }                                                                       \
  } while (0)

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

/* Running sums of values[0 … length - 1] in place, in two passes, a group of GT_SORT_BLOCK items
 * taking GT_SUMMED values: first the sum of each group's, */
void gt_sum_part(__global const uint* values, uint length, __global uint* sums,
                 __local uint* total) {
  const uint l = get_local_id(0), group = get_group_id(0);
  if (l == 0) *total = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint end = min((group + 1) * GT_SUMMED, length);
  uint sum = 0;
  for (uint k = group * GT_SUMMED + l; k < end; k += GT_SORT_BLOCK) sum += values[k];
  atomic_add(total, sum);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) sums[group] = *total;
}

/* then each group adds up the sums of those before it, and goes on from there. */
#define GT_SUMMED_AN_ITEM (GT_SUMMED / GT_SORT_BLOCK)
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
  for (uint k = l; k < group; k += GT_SORT_BLOCK) sum += sums[k];
  atomic_add(before, sum);
  for (uint distance = 1; distance < GT_SORT_BLOCK; distance *= 2) {
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
#define GT_GROUP_KERNEL __kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1)))
#define GT_SUM_KERNEL __kernel __attribute__((reqd_work_group_size(GT_SORT_BLOCK, 1, 1)))

/* Passes 3 and 4: where each cell's particles begin. */
GT_SUM_KERNEL void neighbour_sum_parts_of_cells(GT_NEIGHBOUR_PARAMETERS) {
  __local uint total;
  gt_sum_part(cell_starts, GT_CELLS_LENGTH, GT_PARTS, &total);
}
GT_SUM_KERNEL void neighbour_sum_cells(GT_NEIGHBOUR_PARAMETERS) {
  __local uint before, parts[GT_SORT_BLOCK];
  gt_running_sums(cell_starts, GT_CELLS_LENGTH, GT_PARTS, &before, parts);
}

/* Pass 5: particles by cell, those of a cell as they came. */
__kernel void neighbour_arrive(GT_NEIGHBOUR_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  gt_body self;
  GT_LOAD(self, i);
  order[cell_starts[GT_CELL(self)] + slots[i]] = i;
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

/* The next pass of a csr list: lengths. A search that has something faster has its own. */
__kernel void neighbour_count(GT_NEIGHBOUR_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  const gt_real4 self = sorted[slots[i]];
  uint length = 0;
  GT_FOR_EACH_ENTRY(self, j, { ++length; });
  GT_COUNT_LENGTH(i, length);
}

/* And two more: where each list begins. */
GT_SUM_KERNEL void neighbour_sum_parts_of_lists(GT_NEIGHBOUR_PARAMETERS) {
  __local uint total;
  gt_sum_part(starts, GT_LISTS_LENGTH, GT_PARTS, &total);
}
GT_SUM_KERNEL void neighbour_sum_lists(GT_NEIGHBOUR_PARAMETERS) {
  __local uint before, parts[GT_SORT_BLOCK];
  gt_running_sums(starts, GT_LISTS_LENGTH, GT_PARTS, &before, parts);
}

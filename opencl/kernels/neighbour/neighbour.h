/* Shared by the list builders: their parameters, cells, and how an entry is written. Build options:
 * those of particles.h and -DGT_PERIODIC; for searches also -DGT_NEWTON3 and -DGT_ELL, each 0 or 1.
 * The passes of sort.cl come before a search. */
#include "opencl/kernels/particles.h"

/* These need gt_real. */
#include "common/cells/cell_axis.h"
#include "common/cells/nearest_image.h"

/* The parameters of every pass; a search in its own function takes all except the layout's arrays.
 * In an ell list `starts` gets the lists' lengths. Only the sort uses `order`: particles by cell,
 * in input order within a cell. `work` has more than n words: GT_SCATTERED and, from GT_PARTS on,
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
      const gt_real low_y, const gt_real low_z, const gt_real cells_per_length_x,               \
      const gt_real cells_per_length_y, const gt_real cells_per_length_z
#define GT_SEARCH_ARGUMENTS                                                                       \
  starts, entries, cell_starts, slots, order, sorted, work, n, stride, capacity, radius2, edge_x, \
      edge_y, edge_z, inverse_edge_x, inverse_edge_y, inverse_edge_z, cells_x, cells_y, cells_z,  \
      low_x, low_y, low_z, cells_per_length_x, cells_per_length_y, cells_per_length_z

#define GT_SCATTERED (work[0]) /* number of particles far from those with similar numbers */
#define GT_PARTS (work + 1)

#define GT_PLACE(body, axis) \
  gt_cell_place((body).axis, low_##axis, cells_per_length_##axis, cells_##axis)
#define GT_CELL(body) \
  ((GT_PLACE(body, z) * cells_y + GT_PLACE(body, y)) * cells_x + GT_PLACE(body, x))

/* The cells near the one at (x, y, z). GT_NEAR_CELL numbers them from 0 to near_count - 1. */
#define GT_NEAR_CELLS(x, y, z)                                                            \
  const gt_cell_range near_x = gt_cells_touching(x, cells_x, edge_x > 0 && cells_x >= 3); \
  const gt_cell_range near_y = gt_cells_touching(y, cells_y, edge_y > 0 && cells_y >= 3); \
  const gt_cell_range near_z = gt_cells_touching(z, cells_z, edge_z > 0 && cells_z >= 3); \
  const uint near_count = near_x.count * near_y.count * near_z.count
#define GT_NEAR_CELL(number)                                                          \
  ((((near_z.first + (number) / (near_x.count * near_y.count)) % cells_z) * cells_y + \
    (near_y.first + (number) / near_x.count % near_y.count) % cells_y) *              \
       cells_x +                                                                      \
   (near_x.first + (number) % near_x.count) % cells_x)

/* A sorted particle has the bits of its number after its position. */
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

/* The place of particle i's list in a pass that writes: entry k goes to row[k * step], if k < room.
 * On overflow the kernel stops writing but keeps counting, so that the host notices. */
#if GT_ELL
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
/* Stores the length of i's list in a pass that counts: one place further, for the running sums. */
#define GT_COUNT_LENGTH(i, length) \
  do {                             \
    starts[(i) + 1] = (length);    \
    if ((i) == 0) starts[0] = 0;   \
  } while (0)
#define GT_WRITE_ENTRY(k, j)             \
  do {                                   \
    if ((k) < room) row[(k)*step] = (j); \
  } while (0)

/* Runs the statement for every entry j of the list of the sorted particle `self`. The statement
 * must have no comma outside parentheses. */
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

#define GT_GROUP_KERNEL __kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1)))

/* gputest kernel: neighbour_simd
 *   summary    = one work-item per particle i tests eight sorted particles at a time
 *   source     = neighbour_cell of the CPU
 *   layouts    = float4 aos3 soa
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   launch     = mask_builder
 *   newton3    = off on
 *   list       = csr ell
 *
 * For processors with vector units. Cells that follow each other along x are one run of sorted
 * particles, of which eight are tested at a time. Whether a particle is an entry moves the place
 * where the next one is written, so that nothing branches on it. */
#define GT_PAIR_REAL gt_real8
#include "opencl/kernels/vectors.h"

#include "opencl/kernels/neighbour/neighbour.h"

typedef struct {
  uint begin, end;
} gt_run;

/* Of sorted particles from[at], the numbers, and in which lanes one is an entry. */
#define GT_TEST8(from, at, live, numbers, wanted)                                                 \
  gt_body8 other;                                                                                 \
  gt_real8 bits;                                                                                  \
  GT_TRANSPOSED(from, at, other, bits);                                                           \
  const int8 numbers = GT_NUMBERS8(bits);                                                         \
  const gt_real8 dx = GT_IMAGES8(body.x - other.x, x), dy = GT_IMAGES8(body.y - other.y, y),      \
                 dz = GT_IMAGES8(body.z - other.z, z);                                            \
  const int8 near_enough = GT_TO_INT8(dx * dx + dy * dy + dz * dz < radius2);                     \
  const int8 wanted = near_enough & (live) & (GT_NEWTON3 ? numbers > own : numbers != own)
#if GT_REAL_BITS == 64
#define GT_NUMBERS8(bits) convert_int8(as_long8(bits))
#define GT_TO_INT8(mask) convert_int8(mask)
#else
#define GT_NUMBERS8(bits) as_int8(bits)
#define GT_TO_INT8(mask) (mask)
#endif
#if GT_PERIODIC
#define GT_IMAGES8(difference, axis) \
  ((difference)-edge_##axis * rint((difference)*inverse_edge_##axis))
#else
#define GT_IMAGES8(difference, axis) (difference)
#endif

/* The run of cells first … last - 1 of a row of cells along x. */
gt_run gt_run_of(__global const uint* cell_starts, uint row, uint first, uint last) {
  gt_run run = {cell_starts[row + first], cell_starts[row + last]};
  return run;
}

/* What an item has found: entries `staged` are not written yet. */
typedef struct {
  uint staged, length;
} gt_found;

/* The list of particle i, written or only counted; its length. */
uint gt_search(GT_SEARCH_PARAMETERS, const int counting, const uint i) {
  const gt_real4 body = sorted[slots[i]];
  const int8 own = (int8)(int)i, lanes = (int8)(0, 1, 2, 3, 4, 5, 6, 7);
  GT_ROW_IF(!counting, i);
  int8 counts = 0;
  uint staged = 0, length = 0;
  int found[2 * GT_WIDTH], number[GT_WIDTH], is_entry[GT_WIDTH];
  GT_NEAR_CELLS(GT_PLACE(body, x), GT_PLACE(body, y), GT_PLACE(body, z));
  const uint first_x = near_x.first % cells_x;
  const uint wrapped = max(first_x + near_x.count, cells_x) - cells_x;
  for (uint near = 0; near < near_y.count * near_z.count; ++near) {
    const uint at_y = (near_y.first + near % near_y.count) % cells_y;
    const uint at_z = (near_z.first + near / near_y.count) % cells_z;
    const uint row_of_cells = (at_z * cells_y + at_y) * cells_x;
    for (uint part = 0; part < (wrapped > 0 ? 2 : 1); ++part) {
      const uint begin = cell_starts[row_of_cells + (part == 0 ? first_x : 0)];
      const uint end = cell_starts[row_of_cells +
                                   (part == 1 ? wrapped : first_x + near_x.count - wrapped)];
      for (uint k = begin; k < end; k += GT_WIDTH) {
        const uint8 at = min(k + as_uint8(lanes), (uint8)(n - 1));
        GT_TEST8(sorted, at, lanes < (int8)(int)(end - k), numbers, wanted);
        if (counting) {
          counts -= wanted;
          continue;
        }
        if (!any(wanted)) continue;
        vstore8(numbers, 0, number);
        vstore8(wanted, 0, is_entry);
#pragma unroll
        for (uint lane = 0; lane < GT_WIDTH; ++lane) {
          found[staged] = number[lane];
          staged -= is_entry[lane];
        }
        if (staged < GT_WIDTH) continue;
        for (uint lane = 0; lane < GT_WIDTH; ++lane)
          GT_WRITE_ENTRY(length + lane, found[lane]);
        vstore8(vload8(0, found + GT_WIDTH), 0, found);
        length += GT_WIDTH;
        staged -= GT_WIDTH;
      }
    }
  }
  if (counting) {
    const int4 four = counts.lo + counts.hi;
    return four.x + four.y + four.z + four.w;
  }
  for (uint lane = 0; lane < staged; ++lane) GT_WRITE_ENTRY(length + lane, found[lane]);
  return length + staged;
}

/* The lists' lengths, of a csr list. */
__kernel void neighbour_simd_count(GT_NEIGHBOUR_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  const uint length = gt_search(GT_SEARCH_ARGUMENTS, 1, i);
  GT_COUNT_LENGTH(i, length);
}

__kernel void neighbour_simd(GT_NEIGHBOUR_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  const uint length = gt_search(GT_SEARCH_ARGUMENTS, 0, i);
  GT_WRITE_LENGTH(i, length);
}

/* gputest kernel: neighbour_simd
 *   summary    = one work-item per particle i tests eight sorted particles at a time
 *   source     = neighbour_cell of the CPU
 *   layouts    = float4 aos3 soa
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   launch     = simd_builder
 *   newton3    = off on
 *   list       = csr ell
 *
 * For processors with vector units. Sorted particles are put into blocks of eight, component by
 * component, and a block is tested at once. Consecutive cells along x are one run of blocks.
 * Each entry advances the place of the next one, so that no branch depends on whether a particle
 * is an entry. */
#include "opencl/kernels/neighbour/neighbour.h"
#include "opencl/kernels/vectors.h"

/* The block of a place in `sorted`: its components, eight numbers each. */
#define GT_BLOCK_OF(place) ((__global gt_real*)sorted + (place) / GT_WIDTH * (4 * GT_WIDTH))

#if GT_REAL_BITS == 64
#define GT_NUMBERS8(bits) convert_int8(as_long8(bits))
#define GT_TO_INT8(mask) convert_int8(mask)
#else
#define GT_NUMBERS8(bits) as_int8(bits)
#define GT_TO_INT8(mask) (mask)
#endif

/* The number to add to a coordinate before it is compared with those of particles in a cell;
 * then the difference is that of nearest images. `raw` is the cell's number along an axis,
 * counted from one box below; each box has `cells` cells. Along an axis of fewer than three
 * cells, the particles of one cell may have different shifts. */
#define GT_SHIFT(raw, cells, edge) ((raw) < (cells) ? (edge) : (raw) >= 2 * (cells) ? -(edge) : 0)
#define GT_RAW(axis, number) \
  (near_##axis.first + (number) + (edge_##axis > 0 && cells_##axis >= 3 ? 0 : cells_##axis))
#define GT_IS_SHORT(axis) (edge_##axis > 0 && cells_##axis < 3)
#if GT_PERIODIC
#define GT_NEAREST8(difference, axis) \
  ((difference)-edge_##axis * gt_rint8((difference)*inverse_edge_##axis))
#else
#define GT_NEAREST8(difference, axis) (difference)
#endif

/* Converts sorted particles to blocks; each item converts one, in place. The array's length is a
 * multiple of a block. */
__kernel void neighbour_simd_blocks(GT_NEIGHBOUR_PARAMETERS) {
  const uint begin = get_global_id(0) * GT_WIDTH;
  if (begin >= n) return;
  gt_real4 own[GT_WIDTH];
  for (uint k = 0; k < GT_WIDTH; ++k) own[k] = sorted[min(begin + k, n - 1)];
  __global gt_real* const block = GT_BLOCK_OF(begin);
  for (uint k = 0; k < GT_WIDTH; ++k) {
    block[k] = own[k].x;
    block[k + GT_WIDTH] = own[k].y;
    block[k + 2 * GT_WIDTH] = own[k].z;
    block[k + 3 * GT_WIDTH] = own[k].w;
  }
}

/* Writes the list of particle i or only counts it; returns its length. */
uint gt_search(GT_SEARCH_PARAMETERS, const int counting, const uint i) {
  __global const gt_real* const own_block = GT_BLOCK_OF(slots[i]) + slots[i] % GT_WIDTH;
  const gt_real4 self = {own_block[0], own_block[GT_WIDTH], own_block[2 * GT_WIDTH], 0};
  const int8 own = (int8)(int)i, lanes = (int8)(0, 1, 2, 3, 4, 5, 6, 7);
  GT_ROW_IF(!counting, i);
  int8 counts = 0;
  uint staged = 0, length = 0; /* entries that are staged, and that are written */
  int found[2 * GT_WIDTH];
  GT_NEAR_CELLS(GT_PLACE(self, x), GT_PLACE(self, y), GT_PLACE(self, z));
  const bool is_short = GT_IS_SHORT(x) || GT_IS_SHORT(y) || GT_IS_SHORT(z);
  const uint first_x = near_x.first % cells_x;
  const uint wrapped = max(first_x + near_x.count, cells_x) - cells_x;
  for (uint near = 0; near < near_y.count * near_z.count; ++near) {
    const uint raw_y = GT_RAW(y, near % near_y.count), raw_z = GT_RAW(z, near / near_y.count);
    const uint row_of_cells = (raw_z % cells_z * cells_y + raw_y % cells_y) * cells_x;
    const gt_real8 y = self.y + GT_SHIFT(raw_y, cells_y, edge_y);
    const gt_real8 z = self.z + GT_SHIFT(raw_z, cells_z, edge_z);
    for (uint part = 0; part < (wrapped > 0 ? 2 : 1); ++part) {
      const uint begin = cell_starts[row_of_cells + (part == 0 ? first_x : 0)];
      const uint end =
          cell_starts[row_of_cells + (part == 1 ? wrapped : first_x + near_x.count - wrapped)];
      const gt_real8 x =
          self.x + GT_SHIFT(GT_RAW(x, part == 0 ? 0 : near_x.count - 1), cells_x, edge_x);
      for (uint k = begin / GT_WIDTH * GT_WIDTH; k < end; k += GT_WIDTH) {
        __global const gt_real* const block = GT_BLOCK_OF(k);
        gt_real8 dx = x - vload8(0, block), dy = y - vload8(1, block), dz = z - vload8(2, block);
        if (is_short) {
          dx = GT_NEAREST8(dx, x);
          dy = GT_NEAREST8(dy, y);
          dz = GT_NEAREST8(dz, z);
        }
        const int8 numbers = GT_NUMBERS8(vload8(3, block));
        const int8 places = (int8)(int)k + lanes;
        const int8 wanted = GT_TO_INT8(dx * dx + dy * dy + dz * dz < radius2) &
                            (places >= (int8)(int)begin) & (places < (int8)(int)end) &
                            (GT_NEWTON3 ? numbers > own : numbers != own);
        if (counting) {
          counts -= wanted;
          continue;
        }
        int number[GT_WIDTH], is_entry[GT_WIDTH];
        vstore8(numbers, 0, number);
        vstore8(wanted, 0, is_entry);
#pragma unroll
        for (uint lane = 0; lane < GT_WIDTH; ++lane) {
          found[staged] = number[lane];
          staged -= is_entry[lane];
        }
        if (staged < GT_WIDTH) continue;
        for (uint lane = 0; lane < GT_WIDTH; ++lane) GT_WRITE_ENTRY(length + lane, found[lane]);
        vstore8(vload8(1, found), 0, found);
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

/* The lengths of a csr list's rows. */
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

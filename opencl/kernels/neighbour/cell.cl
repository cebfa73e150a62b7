/* gputest kernel: neighbour_cell
 *   summary    = one work-group per cell, near cells staged in local memory
 *   source     = md_neighbor_list
 *   layouts    = float4 aos3 soa
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   launch     = cell_builder
 *   newton3    = off on
 *   list       = ell csr
 *
 * One work-group per cell: the positions of the near cells are staged in local memory, one
 * group's size at a time, for all of the cell's particles. */
#include "opencl/kernels/neighbour/neighbour.h"

/* The lists of the cell's particles, written or only counted. */
void gt_search(GT_SEARCH_PARAMETERS, const int counting, __local gt_real4* tile) {
  const uint l = get_local_id(0);
  const uint own = get_group_id(0);
  const uint own_end = cell_starts[own + 1];
  GT_NEAR_CELLS(own % cells_x, own / cells_x % cells_y, own / cells_x / cells_y);
  for (uint first = cell_starts[own]; first < own_end; first += GT_BLOCK) {
    const bool live = first + l < own_end;
    const uint place = live ? first + l : first;
    const gt_real4 self = sorted[place];
    const uint i = GT_NUMBER(self);
    GT_ROW_IF(!counting, i);
    uint length = 0;
    for (uint near = 0; near < near_count; ++near) {
      const uint cell = GT_NEAR_CELL(near);
      const uint end = cell_starts[cell + 1];
      for (uint begin = cell_starts[cell]; begin < end; begin += GT_BLOCK) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (begin + l < end) tile[l] = sorted[begin + l];
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint count = min(end - begin, (uint)GT_BLOCK);
        for (uint k = 0; live && k < count; ++k) {
          const gt_real4 other = tile[k];
          if (!GT_IS_ENTRY(self, other)) continue;
          if (!counting) GT_WRITE_ENTRY(length, GT_NUMBER(other));
          ++length;
        }
      }
    }
    if (live && counting) GT_COUNT_LENGTH(i, length);
    if (live && !counting) GT_WRITE_LENGTH(i, length);
  }
}

/* The lengths of a csr list's rows. */
GT_GROUP_KERNEL void neighbour_cell_count(GT_NEIGHBOUR_PARAMETERS) {
  __local gt_real4 tile[GT_BLOCK];
  gt_search(GT_SEARCH_ARGUMENTS, 1, tile);
}

GT_GROUP_KERNEL void neighbour_cell(GT_NEIGHBOUR_PARAMETERS) {
  __local gt_real4 tile[GT_BLOCK];
  gt_search(GT_SEARCH_ARGUMENTS, 0, tile);
}

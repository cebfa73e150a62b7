/* A work-group of 32 an i, each item with every 32nd particle of the near cells. A word with a bit
 * an item places the entries found, as ballot and population count do in a warp. */
#include "opencl/kernels/neighbour.h"

GT_GROUP_KERNEL void neighbour_warp(GT_NEIGHBOUR_PARAMETERS) {
  __local uint words[3];
  const uint l = get_local_id(0);
  const uint i = get_group_id(0);
  if (l < 3) words[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  gt_body self;
  GT_LOAD(self, i);
  GT_NEAR_CELLS(GT_PLACE(self, x), GT_PLACE(self, y), GT_PLACE(self, z));
  uint length = 0, turn = 0;
  for (uint near = 0; near < near_count; ++near) {
    const uint cell = GT_NEAR_CELL(near);
    const uint end = cell_starts[cell + 1];
    for (uint first = cell_starts[cell]; first < end; first += GT_BLOCK) {
      const uint k = first + l;
      const uint j = order[min(k, end - 1)];
      const bool found = k < end && GT_IS_ENTRY(self, sorted[k], i, j);
      const uint all = gt_ballot(found, words, turn++);
      if (found) GT_WRITE_ENTRY(i, length + popcount(all & ((1u << l) - 1)), j);
      length += popcount(all);
    }
  }
  if (l == 0) GT_WRITE_LENGTH(i, length);
}

/* gputest kernel: neighbour_warp
 *   summary    = 32 work-items per particle i; a word with one bit per item places the entries
 *   source     = md_neighbor_list
 *   layouts    = float4 aos3 soa
 *   precisions = fp32 fp64
 *   blocks     = 32
 *   launch     = group_builder
 *   newton3    = off on
 *   list       = ell csr
 *
 * One work-group of 32 per particle i, each item with every 32nd particle of the near cells. Ballot
 * and population count place the entries. */
#include "opencl/kernels/neighbour/count.h"
#include "opencl/kernels/warp.h"

GT_GROUP_KERNEL void neighbour_warp(GT_NEIGHBOUR_PARAMETERS) {
  __local uint words[3];
  const uint l = get_local_id(0);
  const uint i = get_group_id(0);
  if (l < 3) words[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const gt_real4 self = sorted[slots[i]];
  GT_ROW(i);
  GT_NEAR_CELLS(GT_PLACE(self, x), GT_PLACE(self, y), GT_PLACE(self, z));
  uint length = 0, turn = 0;
  for (uint near = 0; near < near_count; ++near) {
    const uint cell = GT_NEAR_CELL(near);
    const uint end = cell_starts[cell + 1];
    for (uint first = cell_starts[cell]; first < end; first += GT_BLOCK) {
      const uint k = first + l;
      const gt_real4 other = sorted[min(k, end - 1)];
      const bool found = k < end && GT_IS_ENTRY(self, other);
      const uint all = gt_ballot(found, words, turn++);
      if (found) GT_WRITE_ENTRY(length + popcount(all & ((1u << l) - 1)), GT_NUMBER(other));
      length += popcount(all);
    }
  }
  if (l == 0) GT_WRITE_LENGTH(i, length);
}

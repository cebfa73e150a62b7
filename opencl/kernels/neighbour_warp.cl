/* GT_LANES work-items an i, each with every GT_LANES-th particle of the near cells; a counter in
 * local memory gives each entry found its place, for which a warp has ballot and population count.
 */
#include "opencl/kernels/neighbour.h"

#define GT_PER_GROUP (GT_BLOCK / GT_LANES)

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void neighbour_warp(
    GT_NEIGHBOUR_PARAMETERS) {
  __local uint lengths[GT_PER_GROUP];
  const uint l = get_local_id(0);
  const uint lane = l % GT_LANES, part = l / GT_LANES;
  const uint i = get_group_id(0) * GT_PER_GROUP + part;
  if (lane == 0) lengths[part] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) {
    gt_body self;
    GT_LOAD(self, i);
    GT_NEAR_CELLS(GT_PLACE(self, x), GT_PLACE(self, y), GT_PLACE(self, z));
    for (uint near = 0; near < near_count; ++near) {
      const uint cell = GT_NEAR_CELL(near);
      for (uint k = cell_starts[cell] + lane; k < cell_starts[cell + 1]; k += GT_LANES) {
        const uint j = order[k];
        if (!GT_IS_ENTRY(self, sorted[k], i, j)) continue;
        const uint place = atomic_inc(lengths + part);
        GT_WRITE_ENTRY(i, place, j);
      }
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lane == 0 && i < n) GT_WRITE_LENGTH(i, lengths[part]);
}

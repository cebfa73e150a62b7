/* One i a work-item, each neighbour written as it is found. */
#include "opencl/kernels/neighbour.h"

__kernel void neighbour_naive(GT_NEIGHBOUR_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  gt_body self;
  GT_LOAD(self, i);
  GT_NEAR_CELLS(GT_PLACE(self, x), GT_PLACE(self, y), GT_PLACE(self, z));
  uint length = 0;
  for (uint near = 0; near < near_count; ++near) {
    const uint cell = GT_NEAR_CELL(near);
    for (uint k = cell_starts[cell]; k < cell_starts[cell + 1]; ++k) {
      const uint j = order[k];
      if (!GT_IS_ENTRY(self, sorted[k], i, j)) continue;
      GT_WRITE_ENTRY(i, length, j);
      ++length;
    }
  }
  GT_WRITE_LENGTH(i, length);
}

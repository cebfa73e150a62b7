/* One i a work-item, each neighbour written as it is found. */
#include "opencl/kernels/neighbour.h"

__kernel void neighbour_naive(GT_NEIGHBOUR_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  gt_body self;
  GT_LOAD(self, i);
  uint length = 0;
  GT_FOR_EACH_ENTRY(self, i, j, {
    GT_WRITE_ENTRY(i, length, j);
    ++length;
  });
  GT_WRITE_LENGTH(i, length);
}

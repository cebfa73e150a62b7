/* gputest kernel: neighbour_naive
 *   summary    = one work-item per particle i, each neighbour written as it is found
 *   source     = Verlet-list article, the start
 *   layouts    = float4 aos3 soa
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   launch     = item_builder
 *   newton3    = off on
 *   list       = ell csr
 *
 * One work-item per particle i, each neighbour written as it is found. */
#include "opencl/kernels/neighbour/count.h"

__kernel void neighbour_naive(GT_NEIGHBOUR_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  const gt_real4 self = sorted[slots[i]];
  GT_ROW(i);
  uint length = 0;
  GT_FOR_EACH_ENTRY(self, j, {
    GT_WRITE_ENTRY(length, j);
    ++length;
  });
  GT_WRITE_LENGTH(i, length);
}

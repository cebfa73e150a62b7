/* The pass before the search of a csr list: it counts lengths. A search with a faster way has its
 * own pass instead. */
#include "opencl/kernels/neighbour/neighbour.h"

__kernel void neighbour_count(GT_NEIGHBOUR_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  const gt_real4 self = sorted[slots[i]];
  uint length = 0;
  GT_FOR_EACH_ENTRY(self, j, { ++length; });
  GT_COUNT_LENGTH(i, length);
}

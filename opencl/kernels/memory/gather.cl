/* gputest kernel: memory_gather
 *   summary    = c[i] = a[index[i]]: reads at the places of an index
 *   source     = the textbook's loop
 *   layouts    = row_major
 *   precisions = fp32 fp64
 *   blocks     = 256 64
 *   launch     = per_item
 *   access     = gather
 *   index      = *
 *
 * One element per item. */
#include "opencl/kernels/real.h"

__kernel void memory_gather(__global const gt_real* restrict a, __global const uint* restrict index,
                            __global gt_real* restrict c, const uint n) {
  const uint i = get_global_id(0);
  if (i < n) c[i] = a[index[i]];
}

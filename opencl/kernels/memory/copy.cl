/* gputest kernel: memory_copy
 *   summary    = c = a: one byte read per byte written
 *   source     = BabelStream: copy
 *   layouts    = row_major
 *   precisions = fp32 fp64
 *   blocks     = 256 64
 *   launch     = per_item
 *   access     = copy
 *
 * One element per item, as in BabelStream. */
#include "opencl/kernels/real.h"

__kernel void memory_copy(__global const gt_real* restrict a, __global gt_real* restrict c,
                          const uint n) {
  const uint i = get_global_id(0);
  if (i < n) c[i] = a[i];
}

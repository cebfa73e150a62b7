/* gputest kernel: memory_add
 *   summary    = c = a + b: two arrays read, one written
 *   source     = BabelStream: add
 *   layouts    = row_major
 *   precisions = fp32 fp64
 *   blocks     = 256 64
 *   launch     = per_item
 *   access     = add
 *
 * One element per item, as in BabelStream. */
#include "opencl/kernels/real.h"

__kernel void memory_add(__global const gt_real* restrict a, __global const gt_real* restrict b,
                         __global gt_real* restrict c, const uint n) {
  const uint i = get_global_id(0);
  if (i < n) c[i] = a[i] + b[i];
}

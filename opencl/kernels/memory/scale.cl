/* gputest kernel: memory_scale
 *   summary    = c = factor a
 *   source     = BabelStream: scale
 *   layouts    = row_major
 *   precisions = fp32 fp64
 *   blocks     = 256 64
 *   launch     = per_item
 *   access     = scale
 *
 * One element per item, as in BabelStream. */
#include "opencl/kernels/real.h"

__kernel void memory_scale(__global const gt_real* restrict a, __global gt_real* restrict c,
                           const uint n, const gt_real factor) {
  const uint i = get_global_id(0);
  if (i < n) c[i] = factor * a[i];
}

/* gputest kernel: memory_vector
 *   summary    = a copy, one element per item
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   launch     = per_item
 *   access     = copy
 *
 * Let an item copy four elements by one vload4 and one vstore4. n need not be a multiple of four.
 */
#include "opencl/kernels/real.h"

__kernel void memory_vector(__global const gt_real* restrict a, __global gt_real* restrict c,
                            const uint n) {
  const uint i = get_global_id(0);
  if (i < n) c[i] = a[i];
}

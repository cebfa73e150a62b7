/* gputest kernel: memory_vector_key
 *   summary    = a copy, four elements per item
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   launch     = per_item
 *   access     = copy
 *
 * The last elements are copied one by one.
 */
#include "opencl/kernels/real.h"

__kernel void memory_vector_key(__global const gt_real* restrict a, __global gt_real* restrict c,
                                const uint n) {
  const uint i = get_global_id(0), whole = n / 4;
  if (i < whole)
    vstore4(vload4(i, a), i, c);
  else if (4 * whole + (i - whole) < n)
    c[4 * whole + (i - whole)] = a[4 * whole + (i - whole)];
}

/* gputest kernel: reorder_gather
 *   summary    = one element per item, written in order and read from its old place
 *   source     = the textbook's loops
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   launch     = reorder_gather
 *   order      = permuted
 *
 * Writes are consecutive and reads are scattered; caches help scattered reads more than
 * scattered writes. The plan's scalars are the dimensions of the result, the fastest first. */
#include "opencl/kernels/reorder/reorder.h"

__kernel void reorder_gather(__global const element_t* restrict source,
                             __global element_t* restrict reordered, REORDER_ORDER,
                             const uint length0, const uint length1, const uint length2,
                             const uint length3, const uint length4, const uint length5,
                             const uint from0, const uint from1, const uint from2, const uint from3,
                             const uint from4, const uint from5) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  const uint length[6] = {length0, length1, length2, length3, length4, length5};
  const uint from[6] = {from0, from1, from2, from3, from4, from5};
  reordered[i] = source[place_in_walk(i, length, from)];
}

/* gputest kernel: reorder_naive
 *   summary    = one element per item, read in order and written to its new place
 *   source     = the textbook's loops
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   launch     = per_item
 *   order      = permuted
 *
 * Reads are consecutive and writes are scattered. */
#include "opencl/kernels/reorder/reorder.h"

__kernel void reorder_naive(__global const element_t* restrict source,
                            __global element_t* restrict reordered, REORDER_ORDER) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  const uint extent[6] = {extent0, extent1, extent2, extent3, extent4, extent5};
  const uint to[6] = {to0, to1, to2, to3, to4, to5};
  reordered[place_in_walk(i, extent, to)] = source[i];
}

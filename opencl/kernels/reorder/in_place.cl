/* gputest kernel: reorder_in_place
 *   summary    = in place, one element per item: each pair is swapped once
 *   source     = the textbook's loops
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   launch     = per_item
 *   order      = in_place
 *
 * The element that comes first in memory is swapped with its partner. One side of each pair is
 * in order, the other is scattered. */
#include "opencl/kernels/reorder/reorder.h"

__kernel void reorder_in_place(__global const element_t* unread, __global element_t* restrict array,
                               REORDER_ORDER) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  const uint extent[6] = {extent0, extent1, extent2, extent3, extent4, extent5};
  const uint to[6] = {to0, to1, to2, to3, to4, to5};
  const uint place = place_in_walk(i, extent, to);
  if (i >= place) return;
  const element_t held = array[i];
  array[i] = array[place];
  array[place] = held;
}

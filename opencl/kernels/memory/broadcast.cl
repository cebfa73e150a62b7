/* gputest kernel: memory_broadcast
 *   summary    = all elements need the same 64 words, one after another
 *   source     = gputest
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   launch     = per_item
 *   access     = broadcast
 *
 * All items read the same word simultaneously. */
#include "common/memory/amounts.h"

__kernel void memory_broadcast(__global const uint* restrict a, __global uint* restrict c,
                               const uint n) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  uint number = i;
  for (uint k = 0; k < GT_MEMORY_SHARED_READS; ++k) number = (number ^ a[k]) * GT_MEMORY_MIX;
  c[i] = number;
}

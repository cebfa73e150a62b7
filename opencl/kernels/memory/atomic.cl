/* gputest kernel: memory_atomic
 *   summary    = atomic additions of integers: to one counter, one per 32 items, or one per item
 *   source     = gputest
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   launch     = zeroed
 *   access     = atomic
 *   counters   = *
 *
 * The counter's place is computed, so that no compiler first adds within a group. */
#include "common/memory/amounts.h"

__kernel void memory_atomic_zero(__global const uint* restrict a, __global uint* counts,
                                 const uint n, const uint shift) {
  const uint counter = get_global_id(0);
  if (counter <= (n - 1) >> shift) counts[counter] = 0;
}

__kernel void memory_atomic(__global const uint* restrict a, volatile __global uint* counts,
                            const uint n, const uint shift) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  for (uint k = 0; k < GT_MEMORY_ADDS; ++k)
    atomic_add(&counts[i >> shift], a[(i + k) % GT_MEMORY_ADDENDS]);
}

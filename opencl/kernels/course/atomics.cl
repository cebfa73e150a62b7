/* gputest kernel: memory_atomics
 *   summary    = 16 atomic additions per item, to one counter
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   launch     = zeroed
 *   access     = atomic
 *   counters   = one
 *
 * Keep the sum the same, but use fewer atomic additions. */
#include "common/memory/amounts.h"

__kernel void memory_atomics_zero(__global const uint* restrict a, __global uint* counts,
                                  const uint n, const uint shift) {
  const uint counter = get_global_id(0);
  if (counter <= (n - 1) >> shift) counts[counter] = 0;
}

__kernel void memory_atomics(__global const uint* restrict a, volatile __global uint* counts,
                             const uint n, const uint shift) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  for (uint k = 0; k < GT_MEMORY_ADDS; ++k)
    atomic_add(&counts[i >> shift], a[(i + k) % GT_MEMORY_ADDENDS]);
}

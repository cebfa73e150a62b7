/* gputest kernel: memory_atomics_key
 *   summary    = one atomic addition per item, to one counter
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   launch     = zeroed
 *   access     = atomic
 *   counters   = one
 *
 * The item adds up its 16 numbers first. */
#include "common/memory/amounts.h"

__kernel void memory_atomics_key_zero(__global const uint* restrict a, __global uint* counts,
                                      const uint n, const uint shift) {
  const uint counter = get_global_id(0);
  if (counter <= (n - 1) >> shift) counts[counter] = 0;
}

__kernel void memory_atomics_key(__global const uint* restrict a, volatile __global uint* counts,
                                 const uint n, const uint shift) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  uint sum = 0;
  for (uint k = 0; k < GT_MEMORY_ADDS; ++k) sum += a[(i + k) % GT_MEMORY_ADDENDS];
  atomic_add(&counts[i >> shift], sum);
}

/* gputest kernel: memory_groups
 *   summary    = one atomic addition per item, to one counter
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256
 *   launch     = zeroed
 *   access     = atomic
 *   counters   = one
 *
 * Each item adds up 16 numbers. Let a group add up its items' sums, and add the total by one
 * COUNTED_ADD. */
#include "common/memory/amounts.h"
#include "opencl/kernels/course/counted.h"

__kernel void memory_groups_zero(__global const uint* restrict a, __global uint* counts,
                                 const uint n, const uint shift) {
  const uint counter = get_global_id(0);
  if (counter <= (n - 1) >> shift) counts[counter] = 0;
}

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void memory_groups(
    __global const uint* restrict a, volatile __global uint* counts, const uint n,
    const uint shift) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  uint sum = 0;
  for (uint k = 0; k < GT_MEMORY_ADDS; ++k) sum += a[(i + k) % GT_MEMORY_ADDENDS];
  COUNTED_ADD(counts, i >> shift, sum);
}

/* gputest kernel: memory_groups_key
 *   summary    = one atomic addition per group, to one counter
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256
 *   launch     = zeroed
 *   access     = atomic
 *   counters   = one
 *
 * Half of the items add the sums of the other half, then a quarter does, and so on. Items past the
 * last element have 0, and wait like the others. */
#include "common/memory/amounts.h"
#include "opencl/kernels/course/counted.h"

__kernel void memory_groups_key_zero(__global const uint* restrict a, __global uint* counts,
                                     const uint n, const uint shift) {
  const uint counter = get_global_id(0);
  if (counter <= (n - 1) >> shift) counts[counter] = 0;
}

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void memory_groups_key(
    __global const uint* restrict a, volatile __global uint* counts, const uint n,
    const uint shift) {
  __local uint sums[GT_BLOCK];
  const uint i = get_global_id(0), l = get_local_id(0);
  uint sum = 0;
  if (i < n)
    for (uint k = 0; k < GT_MEMORY_ADDS; ++k) sum += a[(i + k) % GT_MEMORY_ADDENDS];
  sums[l] = sum;
  for (uint half_of_them = GT_BLOCK / 2; half_of_them > 0; half_of_them /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < half_of_them) sums[l] += sums[l + half_of_them];
  }
  if (l == 0) COUNTED_ADD(counts, i >> shift, sums[0]);
}

/* gputest kernel: memory_indices_key
 *   summary    = c[i] = a[index[i]], one of 32 entries read
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   launch     = per_item
 *   access     = gather
 *   index      = blocked
 *
 * The items of a run read its first entry from local memory, and count on from there. */
#include "opencl/kernels/course/counted.h"
#include "opencl/kernels/real.h"

#define RUN 32

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void memory_indices_key(
    __global const gt_real* restrict a, __global const uint* restrict index,
    __global gt_real* restrict c, const uint n) {
  COUNTED_ITEM
  __local uint first[GT_BLOCK / RUN];
  const uint i = get_global_id(0), l = get_local_id(0);
  if (l % RUN == 0 && i < n) first[l / RUN] = COUNTED_READ(index, i);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) COUNTED_WRITE(c, i, COUNTED_READ(a, first[l / RUN] + l % RUN));
}

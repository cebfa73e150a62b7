/* gputest kernel: memory_indices
 *   summary    = c[i] = a[index[i]], one entry of the list per item
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   launch     = per_item
 *   access     = gather
 *   index      = blocked
 *
 * Each 32 entries of the list, from a multiple of 32 on, name 32 consecutive elements. Let a
 * group read only the first entry of each of its runs. */
#include "opencl/kernels/course/counted.h"
#include "opencl/kernels/real.h"

#define RUN 32

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void memory_indices(
    __global const gt_real* restrict a, __global const uint* restrict index,
    __global gt_real* restrict c, const uint n) {
  COUNTED_ITEM
  const uint i = get_global_id(0);
  if (i >= n) return;
  const uint place = COUNTED_READ(index, i);
  COUNTED_WRITE(c, i, COUNTED_READ(a, place));
}

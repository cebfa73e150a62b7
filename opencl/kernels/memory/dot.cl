/* gputest kernel: memory_dot
 *   summary    = sum of a b: two arrays read, nothing written
 *   source     = BabelStream: dot
 *   layouts    = row_major
 *   precisions = fp32 fp64
 *   blocks     = 256 64
 *   launch     = partial_sums
 *   access     = dot
 *
 * The groups fill the device and each adds up its items' sums; then one group adds up the
 * groups' sums. */
#include "common/memory/amounts.h"
#include "opencl/kernels/real.h"

/* The sum of `sum` over the items of a group. Every item must call it. */
gt_real group_sum(__local gt_real* sums, gt_real sum) {
  const uint l = get_local_id(0);
  sums[l] = sum;
  for (uint half_of_them = GT_BLOCK / 2; half_of_them > 0; half_of_them /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < half_of_them) sums[l] += sums[l + half_of_them];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  return sums[0];
}

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void memory_dot(
    __global const gt_real* restrict a, __global const gt_real* restrict b,
    __global gt_real* restrict sum, __global gt_real* restrict partial, const uint n,
    const uint parts) {
  __local gt_real sums[GT_BLOCK];
  gt_real of_item = 0;
  for (uint i = get_global_id(0); i < n; i += parts * GT_BLOCK) of_item += a[i] * b[i];
  of_item = group_sum(sums, of_item);
  if (get_local_id(0) == 0) partial[get_group_id(0)] = of_item;
}

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void memory_dot_total(
    __global const gt_real* restrict a, __global const gt_real* restrict b,
    __global gt_real* restrict sum, __global gt_real* restrict partial, const uint n,
    const uint parts) {
  __local gt_real sums[GT_BLOCK];
  gt_real of_item = 0;
  for (uint i = get_local_id(0); i < parts; i += GT_BLOCK) of_item += partial[i];
  of_item = group_sum(sums, of_item);
  if (get_local_id(0) == 0) sum[0] = of_item;
}

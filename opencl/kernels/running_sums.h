/* Running sums of an array, in place. Build options: -DGT_BLOCK=<work-items per group> and
 * -DGT_SUMMED=<values that a group sums>, a multiple of GT_BLOCK. */
#ifndef GPUTEST_RUNNING_SUMS_H
#define GPUTEST_RUNNING_SUMS_H

/* Running sums of values[0 … length - 1] in place, in two passes. A group has GT_SUMMED values.
 * The first pass sums each group's values; */
void gt_sum_part(__global const uint* values, uint length, __global uint* sums,
                 __local uint* total) {
  const uint l = get_local_id(0), group = get_group_id(0);
  if (l == 0) *total = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint end = min((group + 1) * GT_SUMMED, length);
  uint sum = 0;
  for (uint k = group * GT_SUMMED + l; k < end; k += GT_BLOCK) sum += values[k];
  atomic_add(total, sum);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) sums[group] = *total;
}

/* the second adds up the sums of the groups before, and continues from there. */
#define GT_SUMMED_AN_ITEM (GT_SUMMED / GT_BLOCK)
void gt_running_sums(__global uint* values, uint length, __global const uint* sums,
                     __local uint* before, __local uint* parts) {
  const uint l = get_local_id(0), group = get_group_id(0);
  const uint begin = group * GT_SUMMED + l * GT_SUMMED_AN_ITEM;
  uint own[GT_SUMMED_AN_ITEM], sum = 0;
#pragma unroll
  for (uint k = 0; k < GT_SUMMED_AN_ITEM; ++k) {
    sum += begin + k < length ? values[begin + k] : 0;
    own[k] = sum;
  }
  parts[l] = sum;
  if (l == 0) *before = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  sum = 0;
  for (uint k = l; k < group; k += GT_BLOCK) sum += sums[k];
  atomic_add(before, sum);
  for (uint distance = 1; distance < GT_BLOCK; distance *= 2) {
    const uint part = l >= distance ? parts[l - distance] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    parts[l] += part;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  const uint before_item = *before + parts[l] - own[GT_SUMMED_AN_ITEM - 1];
#pragma unroll
  for (uint k = 0; k < GT_SUMMED_AN_ITEM; ++k)
    if (begin + k < length) values[begin + k] = before_item + own[k];
}

#endif

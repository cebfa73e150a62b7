/* gputest kernel: step_inspect
 *   blocks = 256
 *   launch = per_item
 *
 * step_inspect: the capacity that a newly built list needs; `report->capacity` must be 0 before. */
#include "opencl/kernels/simulate/step.h"

#include "common/simulate/step_measure.h"

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void step_inspect(
    __global const uint* starts, __global gt_step_report* report, uint n) {
  __local uint longest[GT_BLOCK];
  const uint i = get_global_id(0), t = get_local_id(0);
  longest[t] = i < n ? gt_needed_capacity(starts, i, n, GT_ELL) : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint half_of = GT_BLOCK / 2; half_of > 0; half_of /= 2) {
    if (t < half_of) longest[t] = max(longest[t], longest[t + half_of]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) atomic_max(&report->capacity, longest[0]);
}

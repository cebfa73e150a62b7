/* gputest kernel: step_add
 *   blocks = 256
 *   launch = per_item
 *
 * step_add: adds sums of other bodies to sums. */
#include "opencl/kernels/simulate/step.h"

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void step_add(
    __global const gt_force4* others, __global gt_force4* sums, uint n) {
  const uint i = get_global_id(0);
  if (i < n) sums[i] += others[i];
}

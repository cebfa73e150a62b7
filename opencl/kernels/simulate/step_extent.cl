/* gputest kernel: step_extent
 *   blocks = 256
 *   launch = per_item
 *
 * step_extent: the least and the greatest coordinate along each axis, for boxes with open axes;
 * first the three least. One group does all. */
#include "opencl/kernels/simulate/step.h"

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void step_extent(
    __global const double* positions, __global double* extent, uint n) {
  __local double least[GT_BLOCK], most[GT_BLOCK];
  const uint t = get_local_id(0);
  for (uint axis = 0; axis < 3; ++axis) {
    __global const double* values = positions + axis * (size_t)n;
    double low = values[t < n ? t : 0], high = low;
    for (uint i = t; i < n; i += GT_BLOCK) {
      low = values[i] < low ? values[i] : low;
      high = values[i] > high ? values[i] : high;
    }
    least[t] = low;
    most[t] = high;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint half_of = GT_BLOCK / 2; half_of > 0; half_of /= 2) {
      if (t < half_of) {
        least[t] = least[t + half_of] < least[t] ? least[t + half_of] : least[t];
        most[t] = most[t + half_of] > most[t] ? most[t + half_of] : most[t];
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) {
      extent[axis] = least[0];
      extent[3 + axis] = most[0];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

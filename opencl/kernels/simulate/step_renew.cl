/* gputest kernel: step_renew
 *   blocks = 256
 *   launch = per_item
 *
 * step_renew: replaces the known data of particles by newer data from the host. */
#include "opencl/kernels/simulate/step.h"

#include "common/simulate/step_predict.h"

__kernel void step_renew(__global const double* renewed, __global const uint* places,
                         __global double* known, uint n, uint stride) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  const size_t which = i % GT_KNOWN_NUMBERS;
  known[which * stride + places[i / GT_KNOWN_NUMBERS]] = renewed[i];
}

/* gputest kernel: step_renew
 *   blocks = 256
 *   launch = per_item
 *
 * step_renew: particles of which the host knows more replace what was known of them. */
#include "opencl/kernels/simulate/step.h"

#include "common/simulate/step_predict.h"

__kernel void step_renew(__global const double* renewed, __global const uint* places,
                         __global double* known, uint n) {
  const uint k = get_global_id(0);
  if (k >= n) return;
  const size_t from = (size_t)k * GT_KNOWN_NUMBERS;
  const size_t to = (size_t)places[k] * GT_KNOWN_NUMBERS;
  for (uint c = 0; c < GT_KNOWN_NUMBERS; ++c) known[to + c] = renewed[from + c];
}

/* gputest kernel: step_predict
 *   blocks = 256
 *   launch = per_item
 *
 * step_predict: where the particles of a code with individual time steps are by now, rounded to the
 * force kernel's precision, in arrays of the layout soa. */
#include "opencl/kernels/simulate/step.h"

#include "common/simulate/step_predict.h"

__kernel void step_predict(__global const double* known, __global const double* time,
                           __global gt_force_real* x, __global gt_force_real* y,
                           __global gt_force_real* z, __global gt_force_real* m,
                           __global gt_force_real* vx, __global gt_force_real* vy,
                           __global gt_force_real* vz, uint n) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  __global const double* own = known + (size_t)i * GT_KNOWN_NUMBERS;
  const gt_predicted along_x = gt_predict(own, 0, time[0]);
  const gt_predicted along_y = gt_predict(own, 1, time[0]);
  const gt_predicted along_z = gt_predict(own, 2, time[0]);
  x[i] = (gt_force_real)along_x.x;
  y[i] = (gt_force_real)along_y.x;
  z[i] = (gt_force_real)along_z.x;
  m[i] = (gt_force_real)own[1];
  vx[i] = (gt_force_real)along_x.v;
  vy[i] = (gt_force_real)along_y.v;
  vz[i] = (gt_force_real)along_z.v;
}

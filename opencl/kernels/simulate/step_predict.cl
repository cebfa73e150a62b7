/* gputest kernel: step_predict
 *   blocks = 256
 *   launch = per_item
 *
 * step_predict: predicts the particles of a code with individual time steps, rounded to the
 * force kernel's precision, in arrays of the layout soa. From place `first` on are the particles
 * to compute forces for. */
#include "opencl/kernels/simulate/step.h"

#include "common/simulate/step_predict.h"

__kernel void step_predict(__global const double* known, __global const double* requests,
                           __global gt_force_real* x, __global gt_force_real* y,
                           __global gt_force_real* z, __global gt_force_real* m,
                           __global gt_force_real* vx, __global gt_force_real* vy,
                           __global gt_force_real* vz, __global uint* active, uint n, uint targets,
                           uint first, uint stride) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  const uint predicted = n - targets;
  if (i < predicted) {
    __global const double* own = known + i;
    const gt_predicted along_x = gt_predict(own, stride, 0, requests[0]);
    const gt_predicted along_y = gt_predict(own, stride, 1, requests[0]);
    const gt_predicted along_z = gt_predict(own, stride, 2, requests[0]);
    x[i] = (gt_force_real)along_x.x;
    y[i] = (gt_force_real)along_y.x;
    z[i] = (gt_force_real)along_z.x;
    m[i] = (gt_force_real)own[stride];
    vx[i] = (gt_force_real)along_x.v;
    vy[i] = (gt_force_real)along_y.v;
    vz[i] = (gt_force_real)along_z.v;
  } else {
    const uint k = i - predicted;
    __global const double* own = requests + GT_REQUEST_NUMBERS((size_t)k);
    active[k] = (uint)own[0];
    x[first + k] = (gt_force_real)own[1];
    y[first + k] = (gt_force_real)own[2];
    z[first + k] = (gt_force_real)own[3];
    vx[first + k] = (gt_force_real)own[4];
    vy[first + k] = (gt_force_real)own[5];
    vz[first + k] = (gt_force_real)own[6];
  }
}

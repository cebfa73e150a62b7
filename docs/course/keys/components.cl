/* gputest kernel: sweep_components_key
 *   summary    = one of five numbers per cell from two others, each component's numbers in order
 *   layouts    = components_first
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   launch     = per_item
 *   update     = components
 */
#include "common/sweep/update.h"
#include "opencl/kernels/real.h"

__kernel void sweep_components_key(__global const gt_real* restrict cells,
                                   __global gt_real* restrict updated, const uint nx, const uint ny,
                                   const uint nz, const gt_real modulus, const gt_real inverse) {
  const uint i = get_global_id(0), n = nx * ny * nz;
  if (i >= n) return;
  const gt_real sum = GT_COMPONENT_SUM(cells[n + i], cells[4 * n + i]);
  updated[i] = GT_WRAPPED(gt_real, sum, modulus, inverse);
}

/* gputest kernel: step_gather
 *   blocks = 256
 *   launch = per_item
 *
 * step_gather: puts the particles in another order. The list is made from their positions here,
 * and moves are counted from 0 again. */
#include "opencl/kernels/simulate/step.h"

#include "common/simulate/step_order.h"

__kernel void step_gather(__global const double* folded, __global const uint* folded_source,
                          __global const uint* order, __global double* state, __global uint* source,
                          __global double* listed, __global gt_step_report* report,
                          __global gt_step_progress* progress, uint n, double low_x, double low_y,
                          double low_z, double edge_x, double edge_y, double edge_z,
                          double farthest) {
  const uint k = get_global_id(0);
  if (k >= n) return;
  const gt_step_edge box_x = GT_BOX(x), box_y = GT_BOX(y), box_z = GT_BOX(z);
  const uint i = order[k];
  source[k] = folded_source[i];
  if (k % GT_STEP_BLOCK == 0) progress[k / GT_STEP_BLOCK].moves = 0;
  if (!gt_step_gather(folded, state, listed, i, k, n, box_x, box_y, box_z, farthest))
    atomic_min(&report->lost, k);
}

/* gputest kernel: sweep_components
 *   summary    = one of a cell's five numbers, from two others, one cell per item
 *   source     = DVMH article, introduction: the first loop
 *   layouts    = components_last components_first
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   launch     = per_item
 *   update     = components
 *
 * With the components last, neighbouring items are five numbers apart. */
#include "common/sweep/update.h"
#include "opencl/kernels/real.h"

#ifdef GT_LAYOUT_COMPONENTS_FIRST
#define PLACE(component) ((component)*n + i)
#else
#define PLACE(component) (i * GT_COMPONENTS + (component))
#endif

__kernel void sweep_components(__global const gt_real* restrict cells,
                               __global gt_real* restrict updated, const uint nx, const uint ny,
                               const uint nz, const gt_real modulus, const gt_real inverse) {
  const uint i = get_global_id(0), n = nx * ny * nz;
  if (i >= n) return;
  const gt_real sum = GT_COMPONENT_SUM(cells[PLACE(1)], cells[PLACE(4)]);
  updated[i] = GT_WRAPPED(gt_real, sum, modulus, inverse);
}

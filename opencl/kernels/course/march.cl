/* gputest kernel: stencil_march
 *   summary    = one cell per item; it and its six neighbours from global memory
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 128 64 256
 *   launch     = per_item
 *
 * Let an item process the nz cells of a column along z, one after another, and read each of them
 * once. Then as many items have work as a plane has cells. */
#include "opencl/kernels/course/counted.h"
#include "opencl/kernels/real.h"

__kernel void stencil_march(__global const gt_real* restrict cells,
                            __global gt_real* restrict updated, const uint nx, const uint ny,
                            const uint nz, const gt_real c0, const gt_real c1) {
  COUNTED_ITEM
  const uint i = get_global_id(0), plane = nx * ny;
  if (i >= plane * nz) return;
  const uint x = i % nx, y = i / nx % ny, z = i / plane;
  gt_real value = COUNTED_READ(cells, i);
  if (x > 0 && x + 1 < nx && y > 0 && y + 1 < ny && z > 0 && z + 1 < nz) {
    const gt_real beside = COUNTED_READ(cells, i - 1) + COUNTED_READ(cells, i + 1) +
                           COUNTED_READ(cells, i - nx) + COUNTED_READ(cells, i + nx);
    const gt_real behind = COUNTED_READ(cells, i - plane), before = COUNTED_READ(cells, i + plane);
    value = c0 * value + c1 * (beside + behind + before);
  }
  COUNTED_WRITE(updated, i, value);
}

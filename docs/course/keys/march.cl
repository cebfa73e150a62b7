/* gputest kernel: stencil_march_key
 *   summary    = one column of cells along z per item; the cells stay in registers
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 128 64 256
 *   launch     = per_item
 *
 * The cell before becomes the own cell in the next step, and then the cell behind. */
#include "opencl/kernels/course/counted.h"
#include "opencl/kernels/real.h"

__kernel void stencil_march_key(__global const gt_real* restrict cells,
                                __global gt_real* restrict updated, const uint nx, const uint ny,
                                const uint nz, const gt_real c0, const gt_real c1) {
  COUNTED_ITEM
  const uint column = get_global_id(0), plane = nx * ny;
  if (column >= plane) return;
  const uint x = column % nx, y = column / nx;
  const bool inner = x > 0 && x + 1 < nx && y > 0 && y + 1 < ny;
  gt_real behind = 0, here = COUNTED_READ(cells, column);
  for (uint z = 0; z < nz; ++z) {
    const uint i = z * plane + column;
    const gt_real before = z + 1 < nz ? COUNTED_READ(cells, i + plane) : 0;
    gt_real value = here;
    if (inner && z > 0 && z + 1 < nz) {
      const gt_real beside = COUNTED_READ(cells, i - 1) + COUNTED_READ(cells, i + 1) +
                             COUNTED_READ(cells, i - nx) + COUNTED_READ(cells, i + nx);
      value = c0 * here + c1 * (beside + behind + before);
    }
    COUNTED_WRITE(updated, i, value);
    behind = here;
    here = before;
  }
}

/* gputest kernel: stencil_plain
 *   summary    = one cell per work-item, its neighbours from global memory
 *   source     = Micikevicius 2009, GPGPU-2, 79: the start
 *   layouts    = row_major
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   launch     = per_item
 *
 * Reuse of neighbours is left to the caches. Arguments: common/stencil/family.hpp. */
#include "opencl/kernels/real.h"

__kernel void stencil_plain(__global const gt_real* restrict cells,
                            __global gt_real* restrict updated, const uint nx, const uint ny,
                            const uint nz, const gt_real c0, const gt_real c1) {
  const uint i = get_global_id(0);
  const uint plane = nx * ny;
  if (i >= plane * nz) return;
  const uint row = i / nx;
  const uint x = i - row * nx, z = row / ny, y = row - z * ny;
  gt_real value = cells[i];
  if (x > 0 && x + 1 < nx && y > 0 && y + 1 < ny && z > 0 && z + 1 < nz)
    value = c0 * value + c1 * (cells[i - 1] + cells[i + 1] + cells[i - nx] + cells[i + nx] +
                               cells[i - plane] + cells[i + plane]);
  updated[i] = value;
}

/* Shared by the kernels with update = neighbours. */
#include "common/arrays/wavefront.h"
#include "common/sweep/lines.h"
#include "common/sweep/update.h"
#include "opencl/kernels/real.h"

#define SWEEP_ARGUMENTS                                                                      \
  __global const gt_real *restrict cells, __global gt_real *restrict updated, const uint nx, \
      const uint ny, const uint nz, const gt_real modulus, const gt_real inverse

/* Computes the cell at a place of a wavefront, on this line of its plane. */
void sweep_cell(SWEEP_ARGUMENTS, const gt_wavefront_place place, const gt_line line) {
  const uint plane = nx * ny, at = place.z * plane + place.y * line.step, here = at + line.here;
  gt_real value;
  if (gt_on_face(place.x, place.y, place.z, nx, ny, nz)) {
    value = cells[here];
  } else {
    const gt_real sum = updated[at + line.left] + updated[at + line.above] + updated[here - plane] +
                        cells[at + line.right] + cells[at + line.below] + cells[here + plane];
    value = GT_WRAPPED(gt_real, sum, modulus, inverse);
  }
  updated[here] = value;
}

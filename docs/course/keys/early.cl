/* gputest kernel: sweep_early_key
 *   summary    = wavefronts over plain planes
 *   layouts    = row_major
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   launch     = sweep_wavefronts
 *   update     = neighbours
 *
 * The neighbours at x - 1, y - 1 and z - 1 are new, the others old. */
#include "opencl/kernels/sweep/sweep.h"

__kernel void sweep_early_key(SWEEP_ARGUMENTS) {
  const gt_wavefront_place place =
      gt_wavefront_place_at(get_global_id(0), get_global_id(1), nx, ny, nz);
  if (!place.exists) return;
  const uint plane = nx * ny, i = place.z * plane + place.y * nx + place.x;
  gt_real value = cells[i];
  if (!gt_on_face(place.x, place.y, place.z, nx, ny, nz)) {
    const gt_real sum = updated[i - 1] + updated[i - nx] + updated[i - plane] + cells[i + 1] +
                        cells[i + nx] + cells[i + plane];
    value = GT_WRAPPED(gt_real, sum, modulus, inverse);
  }
  updated[i] = value;
}

/* gputest kernel: sweep_cubes
 *   summary    = wavefronts of cells, one enqueue for each
 *   layouts    = row_major
 *   precisions = fp32 fp64
 *   blocks     = 64
 *   launch     = sweep_wavefronts
 *   update     = neighbours
 *
 * An item has a cell of wavefront number get_global_id(1). With launch = sweep_tiles a group has
 * a cube of SWEEP_EDGE x SWEEP_EDGE x SWEEP_EDGE cells of a wavefront of cubes. It has as many
 * items as a side of the cube has cells. Cubes at the end of the box may extend beyond it. */
#include "opencl/kernels/course/counted.h"
#include "opencl/kernels/sweep/sweep.h"

__kernel void sweep_cubes(SWEEP_ARGUMENTS) {
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

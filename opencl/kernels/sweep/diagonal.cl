/* gputest kernel: sweep_diagonal
 *   summary    = wavefronts over planes stored by diagonals, one cell per item
 *   source     = Lamport 1974, CACM 17, 83: hyperplanes; DVMH article, section 3
 *   layouts    = diagonals
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   launch     = sweep_wavefronts
 *   update     = neighbours
 *
 * Neighbouring items read neighbouring addresses, for all six cells.
 * An enqueue is a wavefront; its number is the offset. Groups cannot wait for each other. */
#include "opencl/kernels/sweep/sweep.h"

__kernel void sweep_diagonal(SWEEP_ARGUMENTS) {
  const gt_wavefront_place place =
      gt_wavefront_place_at(get_global_id(0), get_global_id(1), nx, ny, nz);
  if (place.exists)
    sweep_cell(cells, updated, nx, ny, nz, modulus, inverse, place,
               gt_diagonal_line(place.x + place.y, nx, ny));
}

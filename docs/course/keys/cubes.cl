/* gputest kernel: sweep_cubes_key
 *   summary    = cubes of cells, in wavefronts, and wavefronts within each cube
 *   layouts    = row_major
 *   precisions = fp32 fp64
 *   blocks     = 64
 *   launch     = sweep_tiles
 *   update     = neighbours
 *
 * An item has a row of the cube along x. It starts one step late for each row above and behind, so
 * the cells of a step are a wavefront of the cube. Between two steps the group waits for its own
 * writes to global memory. */
#include "opencl/kernels/course/counted.h"
#include "opencl/kernels/sweep/sweep.h"

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void sweep_cubes_key(
    SWEEP_ARGUMENTS) {
  const uint plane = nx * ny;
  const gt_wavefront_place cube =
      gt_wavefront_place_at(get_group_id(0), get_global_id(1), (nx - 1) / SWEEP_EDGE + 1,
                            (ny - 1) / SWEEP_EDGE + 1, (nz - 1) / SWEEP_EDGE + 1);
  if (!cube.exists) return; /* all of the group */
  const uint row = get_local_id(0) % SWEEP_EDGE, depth = get_local_id(0) / SWEEP_EDGE;
  const uint y = cube.y * SWEEP_EDGE + row, z = cube.z * SWEEP_EDGE + depth;
  for (uint step = 0; step < 3 * SWEEP_EDGE - 2; ++step) {
    const uint along = step - row - depth; /* wraps before the row's turn */
    const uint x = cube.x * SWEEP_EDGE + along;
    if (along < SWEEP_EDGE && x < nx && y < ny && z < nz) {
      const uint i = z * plane + y * nx + x;
      gt_real value = cells[i];
      if (!gt_on_face(x, y, z, nx, ny, nz)) {
        const gt_real sum = updated[i - 1] + updated[i - nx] + updated[i - plane] + cells[i + 1] +
                            cells[i + nx] + cells[i + plane];
        value = GT_WRAPPED(gt_real, sum, modulus, inverse);
      }
      updated[i] = value;
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}

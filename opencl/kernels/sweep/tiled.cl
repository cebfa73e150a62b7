/* gputest kernel: sweep_tiled
 *   summary    = cubes of cells in local memory, wavefronts of tiles and within tiles
 *   source     = Wolfe 1986, Loop skewing: the wavefront method revisited, IJPP 15, 279
 *   layouts    = row_major
 *   precisions = fp32 fp64
 *   blocks     = 256 64
 *   launch     = sweep_tiles
 *   update     = neighbours
 *
 * A tile and the cells next to it are read row by row, swept in place and written row by row. So
 * there are only as many enqueues as wavefronts of tiles. A work-item has a row of the tile
 * along x, and begins it one step after the items of the rows above and behind. */
#include "opencl/kernels/sweep/sweep.h"

#define EDGE SWEEP_EDGE
#define WIDE (EDGE + 2)

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void sweep_tiled(SWEEP_ARGUMENTS) {
  __local gt_real tile[WIDE * WIDE * WIDE];
  const uint plane = nx * ny, item = get_local_id(0);
  const gt_wavefront_place place =
      gt_wavefront_place_at(get_group_id(0), get_global_id(1), (nx - 1) / EDGE + 1,
                            (ny - 1) / EDGE + 1, (nz - 1) / EDGE + 1);
  if (!place.exists) return; /* the whole group returns */
  const uint x0 = place.x * EDGE, y0 = place.y * EDGE, z0 = place.z * EDGE;
  for (uint k = item; k < WIDE * WIDE * WIDE; k += GT_BLOCK) {
    const uint tx = k % WIDE, ty = k / WIDE % WIDE, tz = k / WIDE / WIDE;
    /* Coordinates before the box wrap. */
    const uint x = x0 + tx - 1, y = y0 + ty - 1, z = z0 + tz - 1;
    const uint inside = (tx - 1 < EDGE) + (ty - 1 < EDGE) + (tz - 1 < EDGE);
    /* Edges of the tile and places outside the box have no cell. */
    if (inside < 2 || x >= nx || y >= ny || z >= nz) continue;
    const uint at = z * plane + y * nx + x;
    tile[k] = tx == 0 || ty == 0 || tz == 0 ? updated[at] : cells[at];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint row = item % EDGE, depth = item / EDGE;
  for (uint step = 0; step < 3 * EDGE - 2; ++step) {
    const uint along = step - row - depth; /* wraps before the row's turn */
    const uint x = x0 + along, y = y0 + row, z = z0 + depth;
    if (along < EDGE && x < nx && y < ny && z < nz && !gt_on_face(x, y, z, nx, ny, nz)) {
      const uint here = ((depth + 1) * WIDE + row + 1) * WIDE + along + 1;
      const gt_real sum = tile[here - 1] + tile[here - WIDE] + tile[here - WIDE * WIDE] +
                          tile[here + 1] + tile[here + WIDE] + tile[here + WIDE * WIDE];
      tile[here] = GT_WRAPPED(gt_real, sum, modulus, inverse);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (uint k = item; k < EDGE * EDGE * EDGE; k += GT_BLOCK) {
    const uint tx = k % EDGE, ty = k / EDGE % EDGE, tz = k / EDGE / EDGE;
    const uint x = x0 + tx, y = y0 + ty, z = z0 + tz;
    if (x < nx && y < ny && z < nz)
      updated[z * plane + y * nx + x] = tile[((tz + 1) * WIDE + ty + 1) * WIDE + tx + 1];
  }
}

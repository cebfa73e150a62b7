/* gputest kernel: sweep_diagonal_tiled
 *   summary    = tiles of 8 diagonals in local memory, wavefronts of tiles and within tiles
 *   source     = DVMH article, section 3; Wolfe 1986, Loop skewing, IJPP 15, 279
 *   layouts    = diagonals
 *   precisions = fp32 fp64
 *   blocks     = 256 64
 *   launch     = sweep_diagonal_tiles
 *   update     = neighbours
 *
 * A cell of diagonal d and row y needs new cells of d - 1 in rows y and y - 1, and of d in the
 * plane before. So a tile of some diagonals, rows and planes needs only tiles before it. Within
 * it only d + z counts: its rows are computed simultaneously and are adjacent in memory. */
#include "common/arrays/diagonal_tile.h"
#include "opencl/kernels/sweep/sweep.h"

#define DIAGONALS GT_TILE_DIAGONALS
#define PLANES GT_TILE_PLANES(GT_BLOCK)
#define ROWS (GT_BLOCK / PLANES)

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void sweep_diagonal_tiled(
    SWEEP_ARGUMENTS) {
  /* The new cells of the diagonal, the plane and the row before, then the tile: first the old
   * cells' contribution to each sum, then the new cell. */
  __local gt_real tile[DIAGONALS + 1][PLANES + 1][ROWS + 1];
  __local uint origin[DIAGONALS + 2]; /* of each diagonal, beginning with the one before */
  const uint item = get_local_id(0), plane = nx * ny;
  const gt_wavefront_place place =
      gt_wavefront_place_at(get_group_id(0), get_global_id(1), (nx + ny - 2) / DIAGONALS + 1,
                            (ny - 1) / ROWS + 1, (nz - 1) / PLANES + 1);
  const uint d0 = place.x * DIAGONALS, y0 = place.y * ROWS, z0 = place.z * PLANES;
  if (!place.exists || d0 + DIAGONALS <= y0 || d0 >= y0 + ROWS + nx - 1) return; /* no cells */
  for (uint k = item; k < DIAGONALS + 2; k += GT_BLOCK)
    origin[k] = gt_diagonal_origin(d0 + k - 1, nx, ny);
  barrier(CLK_LOCAL_MEM_FENCE);

  for (uint i = item; i < DIAGONALS * PLANES; i += GT_BLOCK) {
    const uint k = i / PLANES, depth = i % PLANES;
    if (gt_on_diagonal(d0 + k - 1, y0 - 1, nx, ny) && z0 + depth < nz)
      tile[k][depth + 1][0] = updated[(z0 + depth) * plane + origin[k] + y0 - 1];
  }
  for (uint i = item; i < DIAGONALS * ROWS; i += GT_BLOCK) {
    const uint k = i / ROWS + 1, row = i % ROWS;
    if (gt_on_diagonal(d0 + k - 1, y0 + row, nx, ny) && z0 > 0)
      tile[k][0][row + 1] = updated[(z0 - 1) * plane + origin[k] + y0 + row];
  }
  const uint row = item % ROWS, depth = item / ROWS;
  const uint y = y0 + row, z = z0 + depth, at = z * plane + y;
  if (gt_on_diagonal(d0 - 1, y, nx, ny) && z < nz)
    tile[0][depth + 1][row + 1] = updated[at + origin[0]];
  /* All reads come before the first use; items without a cell read the first cell. */
  gt_real right[DIAGONALS], below[DIAGONALS], behind[DIAGONALS];
#pragma unroll
  for (uint k = 0; k < DIAGONALS; ++k) {
    const uint d = d0 + k, here = at + origin[k + 1], next = at + origin[k + 2];
    const uint exists = gt_on_diagonal(d, y, nx, ny) && z < nz;
    const uint inner = exists && !gt_on_face(d - y, y, z, nx, ny, nz);
    right[k] = cells[inner ? next : exists ? here : 0];
    below[k] = cells[inner ? next + 1 : 0];
    behind[k] = cells[inner ? here + plane : 0];
  }
#pragma unroll
  for (uint k = 0; k < DIAGONALS; ++k)
    tile[k + 1][depth + 1][row + 1] =
        gt_on_face(d0 + k - y, y, z, nx, ny, nz) ? right[k] : right[k] + below[k] + behind[k];
  barrier(CLK_LOCAL_MEM_FENCE);

  for (uint step = 0; step < DIAGONALS + PLANES - 1; ++step) {
    const uint k = step - depth; /* wraps before it is the plane's turn */
    const uint d = d0 + k;
    if (k < DIAGONALS && gt_on_diagonal(d, y, nx, ny) && z < nz) {
      gt_real value = tile[k + 1][depth + 1][row + 1];
      if (!gt_on_face(d - y, y, z, nx, ny, nz)) {
        const gt_real sum = value + tile[k][depth + 1][row + 1] + tile[k][depth + 1][row] +
                            tile[k + 1][depth][row + 1];
        value = GT_WRAPPED(gt_real, sum, modulus, inverse);
      }
      tile[k + 1][depth + 1][row + 1] = value;
      updated[at + origin[k + 1]] = value;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

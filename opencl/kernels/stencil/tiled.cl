/* gputest kernel: stencil_tiled
 *   summary    = tiles of a plane in local memory, marched along z; adjacent planes in registers
 *   source     = 2.5D blocking: Micikevicius 2009, GPGPU-2, 79
 *   layouts    = row_major
 *   precisions = fp32 fp64
 *   blocks     = 256 128 64
 *   launch     = groups
 *
 * A group goes through the box along z, plane by plane. Local memory holds a tile of the plane
 * with its surroundings, and each work-item keeps the cells before and after its own in
 * registers. The family sets the number of groups (common/stencil/family.hpp). */
#include "opencl/kernels/real.h"

#define WIDTH 32
#define ROWS (GT_BLOCK / WIDTH)

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void stencil_tiled(
    __global const gt_real* restrict cells, __global gt_real* restrict updated, const uint nx,
    const uint ny, const uint nz, const gt_real c0, const gt_real c1) {
  __local gt_real tile[ROWS + 2][WIDTH + 2];
  const uint group = get_group_id(0);
  const uint tiles_x = (nx - 1) / WIDTH + 1, tiles_y = (ny - 1) / ROWS + 1;
  const uint parts = get_num_groups(0) / (tiles_x * tiles_y), depth = (nz - 1) / parts + 1;
  const uint tile_x = group % tiles_x, tile_y = group / tiles_x % tiles_y;
  const uint column = get_local_id(0) % WIDTH, line = get_local_id(0) / WIDTH;
  const uint x = tile_x * WIDTH + column, y = tile_y * ROWS + line;
  const uint first = group / tiles_x / tiles_y * depth;
  if (first >= nz) return; /* the whole group returns */
  const uint end = nz - first > depth ? first + depth : nz;

  const bool in_box = x < nx && y < ny;
  const bool inner = x > 0 && x + 1 < nx && y > 0 && y + 1 < ny;
  /* Work-items beyond the box read the cells of its last column or row; their results are
   * unused. */
  const uint plane = nx * ny;
  uint i = first * plane + min(y, ny - 1) * nx + min(x, nx - 1);
  gt_real behind = first > 0 ? cells[i - plane] : 0;
  gt_real here = cells[i];
  for (uint z = first; z < end; ++z, i += plane) {
    const gt_real before = z + 1 < nz ? cells[i + plane] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[line + 1][column + 1] = here;
    if (line == 0 && y > 0) tile[0][column + 1] = cells[i - nx];
    if (line == ROWS - 1 && y + 1 < ny) tile[ROWS + 1][column + 1] = cells[i + nx];
    if (column == 0 && x > 0) tile[line + 1][0] = cells[i - 1];
    if (column == WIDTH - 1 && x + 1 < nx) tile[line + 1][WIDTH + 1] = cells[i + 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    gt_real value = here;
    if (inner && z > 0 && z + 1 < nz)
      value =
          c0 * here + c1 * (tile[line + 1][column] + tile[line + 1][column + 2] +
                            tile[line][column + 1] + tile[line + 2][column + 1] + behind + before);
    if (in_box) updated[i] = value;
    behind = here;
    here = before;
  }
}

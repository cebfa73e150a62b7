/* Tiles of planes that are stored by diagonals, in the C that kernels of every API share. */
#ifndef GPUTEST_ARRAYS_DIAGONAL_TILE_H
#define GPUTEST_ARRAYS_DIAGONAL_TILE_H

#include "common/portable/portable.h"

/* Diagonals of a tile, and planes of a tile for a block of that many threads; each thread has
 * one row. */
#define GT_TILE_DIAGONALS 8
#define GT_TILE_PLANES(block) ((block) < 256 ? 4 : 8)

/* Whether diagonal d of a plane has a cell in row y; numbers may have wrapped below 0. */
GT_FN gt_uint gt_on_diagonal(gt_uint d, gt_uint y, gt_uint nx, gt_uint ny) {
  return y < ny && d - y < nx;
}

#endif

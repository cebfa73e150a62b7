/* The position along the Hilbert curve of a cell of a cube: the same text for g++, nvcc, hipcc
 * and OpenCL C. */
#ifndef GPUTEST_TREE_HILBERT_H
#define GPUTEST_TREE_HILBERT_H

#include "common/portable/portable.h"

#define GT_CURVE_BITS 21 /* per coordinate: 63 per key */
#define GT_CURVE_CELLS (1u << GT_CURVE_BITS)

/* Spreads the lowest 21 bits, with two bits between neighbours. */
GT_FN gt_ulong gt_spread_bits(gt_uint bits) {
  gt_ulong x = bits & (GT_CURVE_CELLS - 1);
  x = (x | x << 32) & 0x001f00000000fffful;
  x = (x | x << 16) & 0x001f0000ff0000fful;
  x = (x | x << 8) & 0x100f00f00f00f00ful;
  x = (x | x << 4) & 0x10c30c30c30c30c3ul;
  return (x | x << 2) & 0x1249249249249249ul;
}

/* The key of the cell (x, y, z) among 2^21 per axis: J. Skilling, AIP Conference Proceedings
 * 707, 381, 2004, AxestoTranspose(). */
GT_FN gt_ulong gt_hilbert_key(gt_uint x, gt_uint y, gt_uint z) {
  gt_uint at[3];
  gt_uint bit, flips = 0;
  int axis;
  at[0] = x;
  at[1] = y;
  at[2] = z;
  for (bit = GT_CURVE_CELLS / 2; bit > 1; bit >>= 1)
    for (axis = 0; axis < 3; ++axis) {
      const gt_uint low = bit - 1;
      const gt_uint swapped = (at[0] ^ at[axis]) & low;
      const int inverts = (at[axis] & bit) != 0;
      at[0] ^= inverts ? low : swapped;
      at[axis] ^= inverts ? 0 : swapped;
    }
  at[1] ^= at[0];
  at[2] ^= at[1];
  for (bit = GT_CURVE_CELLS / 2; bit > 1; bit >>= 1) flips ^= (at[2] & bit) != 0 ? bit - 1 : 0;
  return gt_spread_bits(at[0] ^ flips) << 2 | gt_spread_bits(at[1] ^ flips) << 1 |
         gt_spread_bits(at[2] ^ flips);
}

#endif

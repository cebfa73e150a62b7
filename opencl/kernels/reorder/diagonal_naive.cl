/* gputest kernel: reorder_diagonal_naive
 *   summary    = planes stored by diagonals, one element per item
 *   source     = the textbook's loops
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   launch     = per_item
 *   order      = diagonal
 *
 * Items follow the order of the plain plane. The elements of neighbouring items lie on
 * successive diagonals. */
#include "common/arrays/diagonal.h"
#include "opencl/kernels/reorder/reorder.h"

__kernel void reorder_diagonal_naive(__global const element_t* restrict source,
                                     __global element_t* restrict reordered, REORDER_ORDER) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  const uint rx = extent0, ry = extent1;
  const uint row = i / rx, x = i - row * rx, z = row / ry, y = row - z * ry;
  const uint diagonal = (slant != 0 ? rx - 1 - x : x) + y;
  const uint stored = z * rx * ry + gt_diagonal_origin(diagonal, rx, ry) + y;
  if (back != 0)
    reordered[i] = source[stored];
  else
    reordered[stored] = source[i];
}

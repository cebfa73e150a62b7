/* gputest kernel: reorder_copy
 *   summary    = sixteen bytes per item, nothing reordered: the ceiling
 *   source     = DVMH article: copyGPU, with wider loads
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   launch     = reorder_vectors
 *   order      = same
 *
 * The words that remain after the last sixteen bytes have one item each. */
#include "opencl/kernels/reorder/reorder.h"

__kernel void reorder_copy(__global const uint* restrict source, __global uint* restrict reordered,
                           REORDER_ORDER) {
  const ulong words = ((ulong)n * GT_ELEMENT + 3) / 4, vectors = words / 4;
  const ulong i = get_global_id(0);
  if (i < vectors) {
    ((__global uint4*)reordered)[i] = ((__global const uint4*)source)[i];
    return;
  }
  const ulong word = 4 * vectors + (i - vectors);
  if (word < words) reordered[word] = source[word];
}

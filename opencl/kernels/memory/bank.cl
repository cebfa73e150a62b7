/* gputest kernel: memory_bank
 *   summary    = 256 reads of local memory per item, `stride` elements from its neighbour's
 *   source     = gputest
 *   layouts    = row_major
 *   precisions = fp32 fp64
 *   blocks     = 256 64
 *   launch     = per_item
 *   access     = bank
 *   stride     = *
 *
 * With 32 banks of 4 bytes, stride 2 in fp32 uses half of them. Stride 32 uses only one, which
 * then serves the items one after another. */
#include "common/memory/amounts.h"
#include "opencl/kernels/real.h"

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void memory_bank(
    __global const gt_real* restrict a, __global gt_real* restrict c, const uint n,
    const uint stride) {
  __local gt_real tile[GT_MEMORY_TILE];
  const uint i = get_global_id(0), l = get_local_id(0);
  for (uint k = l; k < GT_MEMORY_TILE; k += GT_BLOCK) tile[k] = a[k];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint place = l % GT_MEMORY_TILE_THREADS * stride;
  gt_real sum = 0;
  for (uint k = 0; k < GT_MEMORY_TILE_READS; ++k, place += GT_MEMORY_TILE_STEP)
    sum += tile[place % GT_MEMORY_TILE];
  if (i < n) c[i] = sum;
}

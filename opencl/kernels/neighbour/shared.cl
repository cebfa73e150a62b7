/* gputest kernel: neighbour_shared
 *   summary    = entries buffered in strips of local memory
 *   source     = Verlet-list article, its shared-memory tuning
 *   layouts    = float4 aos3 soa
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   launch     = item_builder
 *   newton3    = off on
 *   list       = ell csr
 *
 * One work-item per particle i. Entries are buffered in local memory: a strip of GT_STRIP words
 * per item, word s of item l at strips[s][l], so that no two lanes share a bank. A full strip is
 * written out (Verlet-list article). There a warp votes and flushes its strips together; OpenCL
 * 1.2 has no vote, so each item flushes its own. */
#include "opencl/kernels/neighbour/count.h"

#define GT_STRIP 16

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void neighbour_shared(
    GT_NEIGHBOUR_PARAMETERS) {
  __local uint strips[GT_STRIP][GT_BLOCK];
  const uint i = get_global_id(0);
  const uint l = get_local_id(0);
  if (i >= n) return;
  const gt_real4 self = sorted[slots[i]];
  GT_ROW(i);
  uint written = 0, buffered = 0;
  GT_FOR_EACH_ENTRY(self, j, {
    strips[buffered][l] = j;
    if (++buffered == GT_STRIP) {
      for (uint s = 0; s < GT_STRIP; ++s) GT_WRITE_ENTRY(written + s, strips[s][l]);
      written += GT_STRIP;
      buffered = 0;
    }
  });
  for (uint s = 0; s < buffered; ++s) GT_WRITE_ENTRY(written + s, strips[s][l]);
  GT_WRITE_LENGTH(i, written + buffered);
}

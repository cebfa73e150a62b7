/* gputest kernel: central_table_shared
 *   summary    = one body per work-item, every j, g from a table in local memory
 *   source     = MDGRAPE (Narumi et al. 1999, Mol. Simul. 21, 401)
 *   layouts    = float4 *
 *   precisions = fp32
 *   blocks     = 256 64 128
 *   form       = table
 *   sum        = plain kahan fixed64 fixed80
 *   launch     = central
 */
#include "opencl/kernels/central/central.h"

#define GT_G(x) GT_CENTRAL_FROM_TABLE(x, lower, highest)

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void central_table_shared(
    GT_CENTRAL_PARAMETERS(GT_CENTRAL_TABLES)) {
  __local gt_real4 lower[GT_CENTRAL_INTERVALS];
  __local gt_real highest[GT_CENTRAL_INTERVALS];
  for (uint k = get_local_id(0); k <= table_last; k += GT_BLOCK) {
    lower[k] = table[k];
    highest[k] = table_highest[k];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint i = get_global_id(0);
  if (i >= n) return;
  gt_body self;
  GT_LOAD(self, i);
  GT_CENTRAL_BEGIN(self);
  for (uint j = 0; j < n; ++j) {
    gt_body other;
    GT_LOAD(other, j);
    GT_CENTRAL_ADD(self, other, GT_G);
  }
  GT_CENTRAL_STORE(i);
}

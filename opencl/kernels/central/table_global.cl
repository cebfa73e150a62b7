/* gputest kernel: central_table_global
 *   summary    = one body per work-item, every j, g from a table in memory
 *   source     = MDGRAPE (Narumi et al. 1999, Mol. Simul. 21, 401)
 *   layouts    = float4 *
 *   precisions = fp32
 *   blocks     = 128 64 256
 *   form       = table
 *   sum        = plain kahan fixed64 fixed80
 *   launch     = central
 */
#include "opencl/kernels/central/central.h"

#define GT_G(x) GT_CENTRAL_FROM_TABLE(x, table, table_highest)

__kernel void central_table_global(GT_CENTRAL_PARAMETERS(GT_CENTRAL_TABLES)) {
  const uint i = get_global_id(0);
  if (i >= targets) return;
  gt_body self;
  GT_LOAD(self, first_target + i);
  GT_CENTRAL_BEGIN(self);
  for (uint j = 0; j < n; ++j) {
    gt_body other;
    GT_LOAD(other, j);
    GT_CENTRAL_ADD(self, other, GT_G);
  }
  GT_CENTRAL_STORE(i);
}

/* gputest kernel: central_direct
 *   summary    = one body per work-item, every j, g by its formula
 *   source     = IPSJ survey, equation (1)
 *   layouts    = float4 *
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   form       = function
 *   sum        = plain kahan fixed64 fixed80
 *   launch     = central
 */
#include "opencl/kernels/central/central.h"

__kernel void central_direct(GT_CENTRAL_PARAMETERS(GT_CENTRAL_NO_TABLES)) {
  const uint i = get_global_id(0);
  if (i >= targets) return;
  gt_body self;
  GT_LOAD(self, first_target + i);
  GT_CENTRAL_BEGIN(self);
  for (uint j = 0; j < n; ++j) {
    gt_body other;
    GT_LOAD(other, j);
    GT_CENTRAL_ADD(self, other, GT_CENTRAL_FORMULA);
  }
  GT_CENTRAL_STORE(i);
}

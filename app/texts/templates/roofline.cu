/* gputest kernel: roofline_template
 *   summary    = one body per thread, its numbers in chains of fused multiply-adds
 *   layouts    = float4 *
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   fmas       = *
 */
#include "common/roofline/chain.h"

/* GT_FMAS times, each number of a body is multiplied by a factor and increased by an addend. */
extern "C" __global__ void roofline_template(GT_PARAMETERS gt_real4* values, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return; /* the last block may have more threads than needed */
  gt_body body;
  GT_LOAD(body, i);
  const gt_real factor = (gt_real)GT_ROOFLINE_FACTOR, addend = (gt_real)GT_ROOFLINE_ADDEND;
  for (unsigned k = 0; k < GT_FMAS; ++k) {
    body.x = fma(factor, body.x, addend);
    body.y = fma(factor, body.y, addend);
    body.z = fma(factor, body.z, addend);
    body.m = fma(factor, body.m, addend);
  }
  values[i] = {body.x, body.y, body.z, body.m};
}

/* gputest kernel: roofline_template
 *   summary    = one body after the other, its numbers in chains of fused multiply-adds
 *   layouts    = float4 *
 *   precisions = fp32 fp64
 *   fmas       = *
 */
#include "common/roofline/chain.h"

/* GT_FMAS times, each number of a body is multiplied by a factor and increased by an addend. */
extern "C" void roofline_template(GT_PARAMETERS gt_real4* values, unsigned n) {
  const gt_real factor = (gt_real)GT_ROOFLINE_FACTOR, addend = (gt_real)GT_ROOFLINE_ADDEND;
#pragma omp parallel for
  for (unsigned i = 0; i < n; ++i) {
    gt_body body;
    GT_LOAD(body, i);
    for (unsigned k = 0; k < GT_FMAS; ++k) {
      body.x = std::fma(factor, body.x, addend);
      body.y = std::fma(factor, body.y, addend);
      body.z = std::fma(factor, body.z, addend);
      body.m = std::fma(factor, body.m, addend);
    }
    values[i] = {body.x, body.y, body.z, body.m};
  }
}

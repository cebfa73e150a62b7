/* gputest kernel: roofline_fma
 *   summary    = one work-item per body, its numbers through chains of fused multiply-adds
 *   source     = Williams, Waterman and Patterson 2009, Commun. ACM 52 (4), 65
 *   layouts    = float4 *
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   launch     = per_item
 *   fmas       = *
 *
 * One work-item per body, its four numbers through chains of GT_FMAS fused multiply-adds. */
#include "opencl/kernels/particles.h"

#include "common/roofline/chain.h"

__kernel void roofline_fma(GT_PARAMETERS(GT_PARAMETER) __global gt_real4* restrict values,
                           const uint n) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  gt_body body;
  GT_LOAD(body, i);
  gt_real4 v = (gt_real4)(body.x, body.y, body.z, body.m);
  for (uint round = 0; round < GT_FMAS / GT_ROOFLINE_STEP; ++round) {
#pragma unroll
    for (uint step = 0; step < GT_ROOFLINE_STEP; ++step)
      v = fma((gt_real4)GT_ROOFLINE_FACTOR, v, (gt_real4)GT_ROOFLINE_ADDEND);
  }
  values[i] = v;
}

/* gputest kernel: roofline_rsqrt
 *   summary    = one work-item per body, its numbers through chains of reciprocal square roots
 *   source     = Williams, Waterman and Patterson 2009, Commun. ACM 52 (4), 65, for another unit
 *   layouts    = float4 *
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   launch     = vectors_on_host
 *   rsqrts     = *
 *
 * One work-item per body, its four numbers through chains of GT_RSQRTS roots. On the host's
 * processors an item has GT_PER_ITEM bodies, so that a compiler vectorises the loop over their
 * numbers. */
#include "opencl/kernels/particles.h"

#include "common/portable/portable.h"
#include "common/roofline/chain.h"

#define NUMBERS (4 * GT_PER_ITEM)

__kernel void roofline_rsqrt(GT_PARAMETERS(GT_PARAMETER) __global gt_real4* restrict values,
                             const uint n) {
  const uint first = get_global_id(0) * GT_PER_ITEM;
  if (first >= n) return;
  gt_real sum[NUMBERS];
  for (uint b = 0; b < GT_PER_ITEM; ++b) {
    gt_body body;
    GT_LOAD(body, min(first + b, n - 1));
    sum[4 * b] = 1 + fabs(body.x);
    sum[4 * b + 1] = 1 + fabs(body.y);
    sum[4 * b + 2] = 1 + fabs(body.z);
    sum[4 * b + 3] = 1 + fabs(body.m);
  }
  for (uint round = 0; round < GT_RSQRTS / GT_ROOFLINE_ROOTS; ++round) {
    for (uint l = 0; l < NUMBERS; ++l) {
      gt_real x = sum[l];
#pragma unroll
      for (uint k = 0; k < GT_ROOFLINE_ROOTS; ++k) x = gt_rsqrt(x);
      sum[l] += x;
    }
  }
  for (uint b = 0; b < GT_PER_ITEM && first + b < n; ++b) values[first + b] = vload4(b, sum);
}

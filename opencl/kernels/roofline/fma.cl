/* gputest kernel: roofline_fma
 *   summary    = one work-item per body, its numbers through chains of fused multiply-adds
 *   source     = Williams, Waterman and Patterson 2009, Commun. ACM 52 (4), 65
 *   layouts    = float4 *
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   launch     = vectors_on_host
 *   fmas       = *
 *
 * One work-item per body, its four numbers through chains of GT_FMAS fused multiply-adds. On the
 * host's processors an item has GT_PER_ITEM bodies, in vectors of four: compilers do not
 * vectorise across items unless they unroll the items' loops completely, and a single chain
 * waits for itself. */
#include "opencl/kernels/roofline/vectors.h"

#include "common/portable/exact.h"
#include "common/roofline/chain.h"

__kernel void roofline_fma(GT_PARAMETERS(GT_PARAMETER) __global gt_real4* restrict values,
                           const uint n) {
  const uint first = get_global_id(0) * GT_PER_ITEM;
  if (first >= n) return;
  gt_vector v[GT_VECTORS];
#pragma unroll
  for (uint k = 0; k < GT_VECTORS; ++k) {
    gt_real4 numbers[GT_A_VECTOR];
    for (uint b = 0; b < GT_A_VECTOR; ++b) {
      gt_body body;
      GT_LOAD(body, min(first + k * GT_A_VECTOR + b, n - 1));
      numbers[b] = (gt_real4)(body.x, body.y, body.z, body.m);
    }
    v[k] = GT_JOINED(numbers);
  }
  for (uint round = 0; round < GT_FMAS / GT_ROOFLINE_STEP; ++round) {
#pragma unroll
    for (uint step = 0; step < GT_ROOFLINE_STEP; ++step) {
#pragma unroll
      for (uint k = 0; k < GT_VECTORS; ++k)
        v[k] = gt_fused((gt_vector)GT_ROOFLINE_FACTOR, v[k], (gt_vector)GT_ROOFLINE_ADDEND);
    }
  }
#pragma unroll
  for (uint k = 0; k < GT_VECTORS; ++k) GT_STORE_VECTOR(values, first + k * GT_A_VECTOR, v[k]);
}

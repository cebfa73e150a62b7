/* The interaction of gravity_fixed64; one text for g++, nvcc, hipcc and OpenCL C, with the same
 * bits everywhere. Compilers cannot choose whether to fuse any operation here, and 1/r is the
 * nearest float for any estimate by the hardware. Subnormal numbers may be flushed to zero: the
 * order of the products makes this harmless if r^2 is at least 2^-100. */
#ifndef GPUTEST_GRAVITY_FIXED64_H
#define GPUTEST_GRAVITY_FIXED64_H

#include "common/portable/exact.h"

/* r^2 + eps2. */
GT_FN float gt_fixed64_square(float dx, float dy, float dz, float eps2) {
  return gt_fused(dx, dx, gt_fused(dy, dy, gt_fused(dz, dz, eps2)));
}

/* The float nearest to 1/sqrt(x), from an estimate y that is off by at most 8 units in the last
 * place; x is normal. With e = 1 - x y^2, which keeps the rounding error of the product x y,
 * 1/sqrt(x) is y (1 + e/2 + 3/8 e^2 ...). Two steps, because the first step misses the nearest
 * float in a few cases; tests/unit/gravity_fixed64_test.cpp tries every significand. */
GT_FN float gt_nearest_rsqrt(float x, float y) {
  float product = x * y;
  float error = gt_fused(-gt_fused(x, y, -product), y, gt_fused(-product, y, 1.0f));
  y = gt_fused(0.5f * y, error, y);
  product = x * y;
  error = gt_fused(-gt_fused(x, y, -product), y, gt_fused(-product, y, 1.0f));
  return gt_fused(0.5f * y, gt_fused(0.75f * error, error, error), y);
}

/* Sums in units of 1/scale: acceleration in x, y, z and the sum of m/r in w. */
typedef struct {
  gt_long x, y, z, w;
} gt_fixed64_sums;

/* The sums with one more body's pull: of scale * m at (dx, dy, dz) = x_j - x_i, where 1/r is
 * inverse_r. m/r is skipped without `potential` (a constant, 0 or 1). */
GT_FN gt_fixed64_sums gt_fixed64_add(gt_fixed64_sums sums, float dx, float dy, float dz,
                                     float scaled_mass, float inverse_r, int potential) {
  const float over_r = scaled_mass * inverse_r;
  const float over_r3 = over_r * (inverse_r * inverse_r);
  sums.x += gt_whole(over_r3 * dx);
  sums.y += gt_whole(over_r3 * dy);
  sums.z += gt_whole(over_r3 * dz);
  if (potential) sums.w += gt_whole(over_r);
  return sums;
}

#endif

/* One gravitational interaction; one text for g++, nvcc, hipcc and OpenCL C.
 *
 * gt_real must be float or double before this file is included. There is no include guard, because
 * C++ includes the file once in the namespace of each precision (pair.hpp). */
#include "common/portable/portable.h"

/* The effect of a body of mass m at distance r, without the direction: m / (r^2 + eps2)^(3/2) and m
 * / (r^2 + eps2)^(1/2). */
typedef struct {
  gt_real over_r3, over_r;
} gt_gravity_pull;

/* The pull of a body at distance (dx, dy, dz) = x_j - x_i. j = i is included; it adds nothing to
 * the acceleration and m/eps to the sum of m/r. With eps2 = 0 that would be 0/0: `unsoftened` (a
 * constant, 0 or 1) then makes a body at distance 0 pull nothing. */
GT_FN gt_gravity_pull gt_gravity_pull_of(gt_real dx, gt_real dy, gt_real dz, gt_real mass,
                                         gt_real eps2, int unsoftened) {
  gt_gravity_pull pull;
  const gt_real r2 = gt_fma(dx, dx, gt_fma(dy, dy, gt_fma(dz, dz, eps2)));
  const gt_real inverse_r = (unsoftened && r2 == (gt_real)0) ? (gt_real)0 : gt_rsqrt(r2);
  pull.over_r = mass * inverse_r;
  pull.over_r3 = pull.over_r * (inverse_r * inverse_r);
  return pull;
}

/* The effect of the bodies so far on one body: acceleration in x, y, z and the sum of m/r in w (G =
 * 1, the potential is -w). The CAL kernel keeps the same four numbers in r3. */
typedef struct {
  gt_real x, y, z, w;
} gt_gravity_sum;

/* The sum with one more body's pull. */
GT_FN gt_gravity_sum gt_gravity_add(gt_gravity_sum sum, gt_real dx, gt_real dy, gt_real dz,
                                    gt_real mass, gt_real eps2, int unsoftened) {
  const gt_gravity_pull pull = gt_gravity_pull_of(dx, dy, dz, mass, eps2, unsoftened);
  sum.x = gt_fma(pull.over_r3, dx, sum.x);
  sum.y = gt_fma(pull.over_r3, dy, sum.y);
  sum.z = gt_fma(pull.over_r3, dz, sum.z);
  sum.w += pull.over_r;
  return sum;
}

/* One interaction of the 4th-order Hermite scheme; one text for g++, nvcc, hipcc and OpenCL C.
 *
 * gt_real must be float or double before this file is included. There is no include guard, because
 * C++ includes the file once in the namespace of each precision (pair.hpp). */
#include "common/portable/portable.h"

/* The effect of a body of mass m at the relative distance r and velocity v, without the directions:
 * m / (r^2 + eps2)^(1/2), m / (r^2 + eps2)^(3/2) and 3 (r.v) / (r^2 + eps2). The acceleration is
 * over_r3 r, its derivative over_r3 (v - approach r). */
typedef struct {
  gt_real over_r, over_r3, approach;
} gt_hermite_pull;

/* softened = r^2 + eps2, rv = r.v. If `apart` is 0, the body is the pulled one itself and pulls
 * nothing. */
GT_FN gt_hermite_pull gt_hermite_pull_of(gt_real softened, gt_real rv, gt_real mass, int apart) {
  gt_hermite_pull pull;
  /* Selects the inputs, not the results: selecting results would be a branch, which no compiler
   * vectorises. */
  const gt_real inverse = gt_rsqrt(apart ? softened : (gt_real)1);
  const gt_real inverse2 = inverse * inverse;
  pull.over_r = (apart ? mass : (gt_real)0) * inverse;
  pull.over_r3 = pull.over_r * inverse2;
  pull.approach = (gt_real)3 * rv * inverse2;
  return pull;
}

/* The effect of the bodies so far on one body: acceleration, its derivative (jerk), the sum of m/r
 * (G = 1, the potential is its negative), and the nearest body with its squared distance. */
typedef struct {
  gt_real ax, ay, az, over_r, jx, jy, jz, least;
  gt_uint nearest;
} gt_hermite_sum;

/* The sum of body i before any interaction. */
GT_FN gt_hermite_sum gt_hermite_none(gt_uint i) {
  gt_hermite_sum sum;
  sum.ax = sum.ay = sum.az = sum.over_r = sum.jx = sum.jy = sum.jz = (gt_real)0;
  sum.least = (gt_real)INFINITY;
  sum.nearest = i;
  return sum;
}

/* The sum of body i plus the interaction with body j of this mass. Its distance is (dx, dy, dz)
 * = x_j - x_i, its velocity (dvx, dvy, dvz) = v_j - v_i. */
GT_FN gt_hermite_sum gt_hermite_add(gt_hermite_sum sum, gt_uint i, gt_uint j, gt_real dx,
                                    gt_real dy, gt_real dz, gt_real dvx, gt_real dvy, gt_real dvz,
                                    gt_real mass, gt_real eps2) {
  const int apart = i != j;
  const gt_real r2 = gt_fma(dx, dx, gt_fma(dy, dy, dz * dz));
  const gt_real rv = gt_fma(dx, dvx, gt_fma(dy, dvy, dz * dvz));
  const gt_hermite_pull pull = gt_hermite_pull_of(r2 + eps2, rv, mass, apart);
  const int nearer = apart & (r2 < sum.least);
  sum.ax = gt_fma(pull.over_r3, dx, sum.ax);
  sum.ay = gt_fma(pull.over_r3, dy, sum.ay);
  sum.az = gt_fma(pull.over_r3, dz, sum.az);
  sum.over_r += pull.over_r;
  sum.jx = gt_fma(pull.over_r3, dvx - pull.approach * dx, sum.jx);
  sum.jy = gt_fma(pull.over_r3, dvy - pull.approach * dy, sum.jy);
  sum.jz = gt_fma(pull.over_r3, dvz - pull.approach * dz, sum.jz);
  sum.least = nearer ? r2 : sum.least;
  sum.nearest = nearer ? j : sum.nearest;
  return sum;
}

/* The squared distance of the nearest body; 0 for a single body. */
GT_FN gt_real gt_hermite_least(gt_hermite_sum sum, gt_uint i) {
  return sum.nearest == i ? (gt_real)0 : sum.least;
}

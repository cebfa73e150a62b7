/* The real part of Ewald's sums for one pair of unit charges, the same text for g++, nvcc, hipcc
 * and OpenCL C.
 *
 * Before this is included, gt_real is float or double. There is no include guard: C++ includes it
 * once in each precision's namespace (real_pair.hpp).
 */
#include "common/portable/portable.h"

/* Of the overload that the argument's type names. */
#ifndef gt_erfc
#define gt_erfc(x) erfc(x)
#endif

/* The force over the distance, and the energy erfc(alpha r) / r. */
typedef struct {
  gt_real force_over_r, energy;
} gt_charge_pair;

/* At r^2 above 0. */
GT_FN gt_charge_pair gt_real_pair(gt_real r2, gt_real alpha) {
  const gt_real inverse = gt_rsqrt(r2);
  const gt_real reach = alpha * (r2 * inverse);
  const gt_real gauss = (gt_real)1.1283791670955126 * alpha * gt_exp(-(reach * reach));
  gt_charge_pair pair;
  pair.energy = gt_erfc(reach) * inverse;
  pair.force_over_r = (pair.energy + gauss) * (inverse * inverse);
  return pair;
}

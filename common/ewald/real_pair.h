/* The real part of Ewald's sums for one pair of unit charges; one text for g++, nvcc, hipcc and
 * OpenCL C.
 *
 * gt_real must be float or double before this file is included. There is no include guard, because
 * C++ includes the file once in the namespace of each precision (real_pair.hpp). */
#include "common/portable/portable.h"

/* The overload of the argument's type. */
#ifndef gt_erfc
#define gt_erfc(x) erfc(x)
#endif

/* The force over the distance, and the energy erfc(alpha r) / r. */
typedef struct {
  gt_real force_over_r, energy;
} gt_charge_pair;

/* r2 is above 0. */
GT_FN gt_charge_pair gt_real_pair(gt_real r2, gt_real alpha) {
  const gt_real inverse = gt_rsqrt(r2);
  const gt_real reach = alpha * (r2 * inverse);
  const gt_real gauss = (gt_real)1.1283791670955126 * alpha * gt_exp(-(reach * reach));
  gt_charge_pair pair;
  pair.energy = gt_erfc(reach) * inverse;
  pair.force_over_r = (pair.energy + gauss) * (inverse * inverse);
  return pair;
}

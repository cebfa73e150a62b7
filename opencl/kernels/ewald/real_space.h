/* Shared by the kernels of the real part. */
#ifndef GPUTEST_EWALD_REAL_H
#define GPUTEST_EWALD_REAL_H

#include "opencl/kernels/ewald/ewald.h"

#include "common/ewald/real_pair.h"

#define GT_EWALD_REAL_PARAMETERS                                                                \
  __global gt_real4 *restrict forces, const uint n, const gt_real alpha, const gt_real cutoff2, \
      GT_EWALD_BOX

/* Adds to `sum`, field and potential, the effect of particle `other` on `self`, if its nearest
 * image is within the cutoff and is not `self`. */
#define GT_EWALD_ADD_PAIR(sum, self, other)                   \
  do {                                                        \
    const gt_real dx_ = GT_DIFFERENCE(self, other, x);        \
    const gt_real dy_ = GT_DIFFERENCE(self, other, y);        \
    const gt_real dz_ = GT_DIFFERENCE(self, other, z);        \
    const gt_real r2_ = dx_ * dx_ + dy_ * dy_ + dz_ * dz_;    \
    if (r2_ < cutoff2 && r2_ > (gt_real)0) {                  \
      const gt_charge_pair pair_ = gt_real_pair(r2_, alpha);  \
      const gt_real factor_ = (other).m * pair_.force_over_r; \
      (sum).x += factor_ * dx_;                               \
      (sum).y += factor_ * dy_;                               \
      (sum).z += factor_ * dz_;                               \
      (sum).w += (other).m * pair_.energy;                    \
    }                                                         \
  } while (0)

#endif

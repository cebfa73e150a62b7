/* Shared by the gravity kernels. Build options: those of particles.h, -DGT_UNSOFTENED=0|1 and
 * -DGT_POTENTIAL=0|1. */
#ifndef GPUTEST_GRAVITY_H
#define GPUTEST_GRAVITY_H

#include "opencl/kernels/particles.h"

/* These need gt_real. */
#include "common/gravity/pair.h"

/* Adds the effect of body `other` on body `self`. The sums are four scalars, not a struct, so that
 * compilers for CPUs vectorise the loop over bodies, which made PoCL eight times as fast. */
#define GT_ADD(ax, ay, az, w, self, other)                                 \
  do {                                                                     \
    const gt_real dx_ = (other).x - (self).x;                              \
    const gt_real dy_ = (other).y - (self).y;                              \
    const gt_real dz_ = (other).z - (self).z;                              \
    const gt_gravity_pull pull_ =                                          \
        gt_gravity_pull_of(dx_, dy_, dz_, (other).m, eps2, GT_UNSOFTENED); \
    (ax) += pull_.over_r3 * dx_;                                           \
    (ay) += pull_.over_r3 * dy_;                                           \
    (az) += pull_.over_r3 * dz_;                                           \
    if (GT_POTENTIAL) (w) += pull_.over_r;                                 \
  } while (0)

#endif

/* Shared by the Hermite kernels. Build options: those of particles.h. */
#ifndef GPUTEST_HERMITE_H
#define GPUTEST_HERMITE_H

#include "opencl/kernels/particles.h"

/* These need gt_real. */
#include "common/hermite/pair.h"
#include "common/hermite/velocity.h"

#if defined(GT_LAYOUT_AOS)
#define GT_VELOCITIES GT_AOS_VELOCITIES
#define GT_LOAD_VELOCITY GT_AOS_LOAD_VELOCITY
#elif defined(GT_LAYOUT_SOA)
#define GT_VELOCITIES GT_SOA_VELOCITIES
#define GT_LOAD_VELOCITY GT_SOA_LOAD_VELOCITY
#else
#define GT_VELOCITIES GT_FLOAT4_VELOCITIES
#define GT_LOAD_VELOCITY GT_FLOAT4_LOAD_VELOCITY
#endif

/* A body in registers or in local memory. */
typedef struct {
  gt_real x, y, z, m, vx, vy, vz;
} gt_moving;

#define GT_LOAD_MOVING(body, j) \
  do {                          \
    GT_LOAD(body, j);           \
    GT_LOAD_VELOCITY(body, j);  \
  } while (0)

/* The places of the active bodies in the arrays: the first n bodies pull, and the active ones may
 * be copies after them. */
#if GT_PLACES
#define GT_PLACES_PARAMETER __global const uint *restrict places,
#else
#define GT_PLACES_PARAMETER
#define places active
#endif

/* The parameters of every kernel and pass. */
#define GT_HERMITE_PARAMETERS                                                                     \
  GT_PARAMETERS(GT_PARAMETER)                                                                     \
  GT_VELOCITIES(GT_PARAMETER)                                                                     \
  __global const uint *restrict active,                                                           \
      GT_PLACES_PARAMETER __global gt_real4 *restrict accelerations,                              \
      __global gt_real4 *restrict jerks, __global uint *restrict nearest,                         \
      __global gt_real4 *restrict partial, __global uint *restrict partial_nearest, const uint n, \
      const uint active_count, const gt_real eps2, const uint bodies_per_split

/* Adds body j, `other`, to the sums of body number `i`, `self`. They are scalars, not a struct, so
 * that compilers for CPUs vectorise the loop over bodies. */
#define GT_HERMITE_ADD(ax, ay, az, w, jx, jy, jz, least, near, i, self, j, other)         \
  do {                                                                                    \
    const gt_real dx_ = (other).x - (self).x;                                             \
    const gt_real dy_ = (other).y - (self).y;                                             \
    const gt_real dz_ = (other).z - (self).z;                                             \
    const gt_real dvx_ = (other).vx - (self).vx;                                          \
    const gt_real dvy_ = (other).vy - (self).vy;                                          \
    const gt_real dvz_ = (other).vz - (self).vz;                                          \
    const int apart_ = (i) != (j);                                                        \
    const gt_real r2_ = dx_ * dx_ + dy_ * dy_ + dz_ * dz_;                                \
    const gt_real rv_ = dx_ * dvx_ + dy_ * dvy_ + dz_ * dvz_;                             \
    const gt_hermite_pull pull_ = gt_hermite_pull_of(r2_ + eps2, rv_, (other).m, apart_); \
    const int nearer_ = apart_ & (r2_ < (least));                                         \
    (ax) += pull_.over_r3 * dx_;                                                          \
    (ay) += pull_.over_r3 * dy_;                                                          \
    (az) += pull_.over_r3 * dz_;                                                          \
    (w) += pull_.over_r;                                                                  \
    (jx) += pull_.over_r3 * (dvx_ - pull_.approach * dx_);                                \
    (jy) += pull_.over_r3 * (dvy_ - pull_.approach * dy_);                                \
    (jz) += pull_.over_r3 * (dvz_ - pull_.approach * dz_);                                \
    (least) = nearer_ ? r2_ : (least);                                                    \
    (near) = nearer_ ? (j) : (near);                                                      \
  } while (0)

#endif

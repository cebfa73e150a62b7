/* Shared by the kernels over particles. Build options: -DGT_REAL_BITS=32|64, -DGT_LAYOUT_<NAME> and
 * -DGT_BLOCK=<work-items per group>. */
#ifndef GPUTEST_PARTICLES_H
#define GPUTEST_PARTICLES_H

#include "opencl/kernels/real.h"

#include "common/layout/load.h"

/* A particle in registers or in local memory, as four aligned numbers. */
typedef struct {
  gt_real x, y, z, m;
} gt_body;

#define GT_PARAMETER(type, name) __global const type *restrict name,

/* The difference of two particles' coordinates along an axis; if the box is periodic, that of the
 * nearest image. Needs edge_<axis> and inverse_edge_<axis> in scope. */
#if GT_PERIODIC
#define GT_DIFFERENCE(a, b, axis) \
  gt_nearest_image((a).axis - (b).axis, edge_##axis, inverse_edge_##axis)
#else
#define GT_DIFFERENCE(a, b, axis) ((a).axis - (b).axis)
#endif

#endif

/* Shared by the kernels of point charges. Build options: those of particles.h. */
#ifndef GPUTEST_EWALD_H
#define GPUTEST_EWALD_H

#include "opencl/kernels/particles.h"

/* These need gt_real. */
#include "common/cells/nearest_image.h"
#include "common/ewald/turn.h"

#if GT_REAL_BITS == 64
typedef double2 gt_real2;
#else
typedef float2 gt_real2;
#endif

#define GT_EWALD_BOX                                                                              \
  const gt_real edge_x, const gt_real edge_y, const gt_real edge_z, const gt_real inverse_edge_x, \
      const gt_real inverse_edge_y, const gt_real inverse_edge_z

/* The particle's position in units of the box's edges, within half an edge of 0. */
#define GT_EWALD_SCALE(body)                               \
  do {                                                     \
    (body).x = gt_ewald_within((body).x * inverse_edge_x); \
    (body).y = gt_ewald_within((body).y * inverse_edge_y); \
    (body).z = gt_ewald_within((body).z * inverse_edge_z); \
  } while (0)
gt_real gt_ewald_within(gt_real s) { return s - gt_rint(s); }

#endif

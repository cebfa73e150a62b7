/* The arithmetic of the family sweep, in the C that kernels of every API share. Numbers are
 * whole, not negative and below the modulus, a power of 2. Every sum that is wrapped is below a
 * small multiple of it, so no operation rounds, in any order and fused or not. */
#ifndef GPUTEST_SWEEP_UPDATE_H
#define GPUTEST_SWEEP_UPDATE_H

#include "common/portable/portable.h"

/* The sum modulo the modulus, given its inverse; NaN for NaN. */
#define GT_WRAPPED(real, sum, modulus, inverse) ((sum) - (modulus) * (real)(int)((sum) * (inverse)))

/* The component that is made from the second and the fifth. */
#define GT_COMPONENTS 5
#define GT_COMPONENT_SUM(second, fifth) ((second) + 3 * (fifth))

/* Whether a cell is on a face of the box; cells on faces do not change. */
GT_FN gt_uint gt_on_face(gt_uint x, gt_uint y, gt_uint z, gt_uint nx, gt_uint ny, gt_uint nz) {
  return x == 0 || y == 0 || z == 0 || x + 1 == nx || y + 1 == ny || z + 1 == nz;
}

#endif

/* One Lennard-Jones interaction in reduced units (epsilon = sigma = 1), the same text for g++,
 * nvcc, hipcc and OpenCL C.
 *
 * Before this is included, gt_real is float or double. There is no include guard: C++ includes it
 * once in each precision's namespace (lj_pair.hpp).
 */
#include "common/physics/portable.h"

/* Of two particles at a distance r: the force over the distance, 24 (2 r^-14 - r^-8), to be
 * multiplied by x_i - x_j for the force on i; and the pair's energy, 4 (r^-12 - r^-6) - shift. */
typedef struct {
  gt_real force_over_r, energy;
} gt_lj_interaction;

/* Of 1/r^2: dividing is left to the caller, who may have something faster than a division. */
GT_FN gt_lj_interaction gt_lj_interaction_at(gt_real inverse_r2, gt_real shift) {
  gt_lj_interaction pair;
  const gt_real inverse_r6 = inverse_r2 * inverse_r2 * inverse_r2;
  const gt_real repulsion = (gt_real)48 * inverse_r6 - (gt_real)24;
  pair.force_over_r = repulsion * (inverse_r6 * inverse_r2);
  pair.energy = (gt_real)4 * inverse_r6 * (inverse_r6 - (gt_real)1) - shift;
  return pair;
}

/* The difference of two coordinates, of the nearest image along an axis that is periodic with that
 * edge. Along an open one `inverse_edge` is 0. */
GT_FN gt_real gt_nearest_image(gt_real difference, gt_real edge, gt_real inverse_edge) {
  return difference - edge * gt_rint(difference * inverse_edge);
}

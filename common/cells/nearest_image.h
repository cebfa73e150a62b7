/* The nearest image of a particle in a periodic box, the same text for g++, nvcc, hipcc and
 * OpenCL C. Define gt_real as float or double before including it. There is no include guard:
 * C++ includes it once in each precision's namespace (nearest_image.hpp). */
#include "common/portable/portable.h"

/* The difference of two coordinates to the nearest image, along an axis that is periodic with
 * that edge. Along an open axis `inverse_edge` is 0. */
GT_FN gt_real gt_nearest_image(gt_real difference, gt_real edge, gt_real inverse_edge) {
  return difference - edge * gt_rint(difference * inverse_edge);
}

/* Cardinal B-splines at the mesh points near a particle, the same text for g++, nvcc, hipcc and
 * OpenCL C: U. Essmann et al., J. Chem. Phys. 103, 8577 (1995), equations (4.1) and (4.2).
 *
 * Before this is included, gt_real is float or double. There is no include guard: C++ includes it
 * once in each precision's namespace (spline.hpp).
 */
#include "common/portable/portable.h"

#define GT_MOST_ORDER 8

/* values[j] = M(w + order - 1 - j), the weight of the mesh point order - 1 - j below the
 * particle's, which stands w in [0, 1] above its own; slopes[j] is its derivative by the particle's
 * place, in mesh steps. `order` is a constant from 3 to GT_MOST_ORDER. */
GT_FN void gt_spline(int order, gt_real w, gt_real* values, gt_real* slopes) {
  values[0] = (gt_real)1 - w;
  values[1] = w;
  for (int k = 3; k <= order; ++k) {
    const gt_real part = (gt_real)1 / (gt_real)(k - 1);
    if (k == order) {
      slopes[0] = -values[0];
      for (int j = 1; j < k - 1; ++j) slopes[j] = values[j - 1] - values[j];
      slopes[k - 1] = values[k - 2];
    }
    values[k - 1] = part * w * values[k - 2];
    for (int j = k - 2; j > 0; --j)
      values[j] =
          part * ((w + (gt_real)(k - 1 - j)) * values[j - 1] + ((gt_real)(j + 1) - w) * values[j]);
    values[0] = part * ((gt_real)1 - w) * values[0];
  }
}

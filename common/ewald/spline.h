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
 * place, in mesh steps. `order` is a constant from 3 to GT_MOST_ORDER. Nothing is read at a loop's
 * variable less a constant: LLVM 21, for AMD's GPUs, reads something else there. */
GT_FN void gt_spline(int order, gt_real w, gt_real* values, gt_real* slopes) {
  values[0] = (gt_real)1 - w;
  values[1] = w;
  for (int last = 1; last < order - 1; ++last) { /* from order last + 1 to last + 2 */
    const gt_real part = (gt_real)1 / (gt_real)(last + 1);
    if (last == order - 2) {
      slopes[0] = -values[0];
      for (int j = 0; j < last; ++j) slopes[j + 1] = values[j] - values[j + 1];
      slopes[last + 1] = values[last];
    }
    values[last + 1] = part * w * values[last];
    for (int j = last - 1; j >= 0; --j)
      values[j + 1] =
          part * ((w + (gt_real)(last - j)) * values[j] + ((gt_real)(j + 2) - w) * values[j + 1]);
    values[0] = part * ((gt_real)1 - w) * values[0];
  }
}

/* Cardinal B-splines at the mesh points near a particle; one text for g++, nvcc, hipcc and OpenCL
 * C: U. Essmann et al., J. Chem. Phys. 103, 8577 (1995), equations (4.1) and (4.2).
 *
 * gt_real must be float or double before this file is included. There is no include guard, because
 * C++ includes the file once in the namespace of each precision (spline.hpp). */
#include "common/portable/portable.h"

#define GT_MOST_ORDER 8

/* values[j] = M(w + order - 1 - j) is the weight of the mesh point order - 1 - j below the
 * particle's own point. The particle is w in [0, 1] above that point. slopes[j] is the
 * derivative by the particle's position, in mesh steps. `order` is a constant from 3 to
 * GT_MOST_ORDER. Do not index with a loop variable minus a constant: LLVM 21, for AMD's GPUs,
 * then reads a wrong element. */
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

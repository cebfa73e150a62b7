/* gputest kernel: gravity_digits_key
 *   summary    = naive, with Kahan's compensation for each sum
 *   layouts    = soa
 *   precisions = fp32
 *   blocks     = 128 64 256
 *   launch     = per_item
 *
 * The compensation is volatile: a compiler that may reorder sums would find that it is zero. */
#include "opencl/kernels/gravity/gravity.h"

/* Adds the term to the sum; `lost` is the sum of its rounding errors so far. */
#define ADD(sum, lost, term)                     \
  do {                                           \
    const gt_real wanted_ = (term) - (lost);     \
    volatile gt_real new_sum_ = (sum) + wanted_; \
    volatile gt_real added_ = new_sum_ - (sum);  \
    (lost) = added_ - wanted_;                   \
    (sum) = new_sum_;                            \
  } while (0)

__kernel void gravity_digits_key(__global const gt_real* restrict x,
                                 __global const gt_real* restrict y,
                                 __global const gt_real* restrict z,
                                 __global const gt_real* restrict m,
                                 __global gt_real4* restrict sums, const uint n,
                                 const gt_real eps2) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  const gt_body self = {x[i], y[i], z[i], m[i]};
  gt_real ax = 0, ay = 0, az = 0, w = 0, lost_x = 0, lost_y = 0, lost_z = 0;
  for (int j = 0; j < (int)n; ++j) {
    const gt_body other = {x[j], y[j], z[j], m[j]};
    gt_real px = 0, py = 0, pz = 0;
    GT_ADD(px, py, pz, w, self, other);
    ADD(ax, lost_x, px);
    ADD(ay, lost_y, py);
    ADD(az, lost_z, pz);
  }
  sums[i] = (gt_real4)(ax, ay, az, w);
}

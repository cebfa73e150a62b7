/* What a pair force gives, the same text for g++, nvcc, hipcc and OpenCL C.
 *
 * A pair force is a file of this folder, <name>.h, that defines one function:
 *
 *   GT_FN gt_pair_value gt_pair_<name>(gt_real r2, gt_real inverse_r2, gt_real p0, gt_real p1,
 *                                      gt_real p2, gt_real shift)
 *
 * of two particles at a distance r: r2 = r^2, inverse_r2 = 1/r^2 (which a kernel may have by
 * something faster than a division), the force's own parameters p0, p1 and p2, and what is
 * subtracted from the energy. What it does not use costs nothing. It holds for every r2 above 0;
 * elsewhere the value may be anything, and is not used. Beside it stands <name>.cpp: what the
 * parameters are called, which are allowed, and the textbook formula (common/lj/pair_force.hpp).
 *
 * Before this is included, gt_real is float or double, or on the CPU a vector of either. There is
 * no include guard: C++ includes it once in each precision's namespace.
 */
#include "common/portable/portable.h"

/* The force over the distance, -u'(r) / r, to be multiplied by x_i - x_j for the force on i; and
 * the pair's energy, u(r) - shift. */
typedef struct {
  gt_real force_over_r, energy;
} gt_pair_value;

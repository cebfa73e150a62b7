/* The value of a pair force; one text for g++, nvcc, hipcc and OpenCL C.
 *
 * A pair force is a file of this folder, <name>.h, that defines one function:
 *
 *   GT_FN gt_pair_value gt_pair_<name>(gt_real r2, gt_real inverse_r2, gt_real p0, gt_real p1,
 *                                      gt_real p2, gt_real shift)
 *
 * for two particles at a distance r: r2 = r^2; inverse_r2 = 1/r^2, for which a kernel may have
 * something faster than a division; the force's parameters p0, p1 and p2; and the energy to
 * subtract. Unused arguments cost nothing. The function must be right for every r2 above 0; for
 * other r2 it may return anything. The file <name>.cpp next to it has the parameters' names and
 * limits and the textbook formula (common/lj/pair_force.hpp).
 *
 * gt_real must be float or double, or on the CPU a vector of either, before this file is
 * included. There is no include guard, because C++ includes the file once in the namespace of
 * each precision. */
#include "common/portable/portable.h"

/* The force over the distance, -u'(r) / r, to be multiplied by x_i - x_j for the force on i; and
 * the pair's energy, u(r) - shift. */
typedef struct {
  gt_real force_over_r, energy;
} gt_pair_value;

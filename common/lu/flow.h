/* The flow of the NAS benchmark LU, in the C that kernels of every API share: how a cell's five
 * numbers follow from its neighbours', after RNR-94-007, section 5. A cell has u = (density, three
 * momenta, energy). A direction is 1, 2 or 3: the index of the momentum along it. The box is a cube
 * of n cells; 1 / h of the equations is n - 1 along every edge. */
#ifndef GPUTEST_LU_FLOW_H
#define GPUTEST_LU_FLOW_H

#include "common/portable/portable.h"

/* The ratio of the specific heats, this ratio less 1, and the coefficients of viscosity and heat
 * conduction that follow from the benchmark's other constants. */
#define GT_LU_C1 1.4
#define GT_LU_C2 0.4
#define GT_LU_VISCOUS 0.1           /* c3 c4 */
#define GT_LU_CONDUCTED (1.4 * 1.4) /* c1 c5 */
#define GT_LU_DISSIPATION 0.25      /* of fourth order */
#define GT_LU_OMEGA 1.2             /* of the overrelaxation */

/* Dissipation of second order along a direction. */
#define GT_LU_SMOOTHING(direction) ((direction) == 3 ? 1.0 : 0.75)
/* The weight of shear: 1 along a direction, 4/3 for the component along itself. */
#define GT_LU_STRETCH(component, direction) ((component) == (direction) ? 4.0 / 3.0 : 1.0)

/* The five numbers of a cell. */
typedef struct {
  double of[5];
} gt_lu_five;

/* Half the velocity's square. */
GT_FN double gt_lu_kinetic(gt_lu_five u, double specific) {
  return 0.5 * (u.of[1] * u.of[1] + u.of[2] * u.of[2] + u.of[3] * u.of[3]) * specific * specific;
}

/* The flux along a direction, without viscosity. */
GT_FN gt_lu_five gt_lu_flux(gt_lu_five u, int direction) {
  const double specific = 1.0 / u.of[0], speed = u.of[direction] * specific;
  const double pressure = GT_LU_C2 * (u.of[4] - gt_lu_kinetic(u, specific) * u.of[0]);
  gt_lu_five flux;
  for (int c = 0; c < 5; ++c) flux.of[c] = u.of[c] * speed;
  flux.of[direction] += pressure;
  flux.of[4] += pressure * speed;
  return flux;
}

/* The flux of viscosity and conduction through the face between two cells. */
GT_FN gt_lu_five gt_lu_stress(gt_lu_five low, gt_lu_five high, int direction) {
  const double a = 1.0 / low.of[0], b = 1.0 / high.of[0];
  const double below = low.of[direction] * a, above = high.of[direction] * b;
  gt_lu_five stress;
  stress.of[0] = 0;
  for (int c = 1; c < 4; ++c)
    stress.of[c] = GT_LU_STRETCH(c, direction) * (high.of[c] * b - low.of[c] * a);
  stress.of[4] = (1 - GT_LU_CONDUCTED) * (gt_lu_kinetic(high, b) - gt_lu_kinetic(low, a)) +
                 (above * above - below * below) / 6 +
                 GT_LU_CONDUCTED * (high.of[4] * b - low.of[4] * a);
  return stress;
}

/* The sum plus the contribution of one direction to the change of cell `here`. p is the cell's
 * position along it, 0 < p < n - 1. Cells at a distance of two count if they are on no face of the
 * box. */
GT_FN gt_lu_five gt_lu_changed(gt_lu_five sum, gt_lu_five before2, gt_lu_five before,
                               gt_lu_five here, gt_lu_five after, gt_lu_five after2, int direction,
                               gt_uint p, gt_uint n) {
  const double inverse = n - 1;
  const gt_lu_five out = gt_lu_flux(after, direction), in = gt_lu_flux(before, direction);
  const gt_lu_five pull = gt_lu_stress(here, after, direction);
  const gt_lu_five drag = gt_lu_stress(before, here, direction);
  const double middle = p == 1 || p == n - 2 ? 5 : 6;
  const double one_before = p == 1 ? 0 : 4, one_after = p == n - 2 ? 0 : 4;
  const double two_before = p <= 2 ? 0 : 1, two_after = p >= n - 3 ? 0 : 1;
  for (int c = 0; c < 5; ++c) {
    const double curved = before.of[c] - 2 * here.of[c] + after.of[c];
    const double fourth = two_before * before2.of[c] - one_before * before.of[c] +
                          middle * here.of[c] - one_after * after.of[c] + two_after * after2.of[c];
    sum.of[c] += inverse * (-0.5 * (out.of[c] - in.of[c]) +
                            inverse * (GT_LU_VISCOUS * (pull.of[c] - drag.of[c]) +
                                       GT_LU_SMOOTHING(direction) * curved)) -
                 GT_LU_DISSIPATION * fourth;
  }
  return sum;
}

/* The block that couples a cell to its neighbour with u along a direction, times v. `convected` is
 * the time step over twice the cell's edge, negative for the neighbour before; `diffused` is the
 * time step over the edge's square. */
GT_FN gt_lu_five gt_lu_joined(gt_lu_five u, gt_lu_five v, int direction, double convected,
                              double diffused) {
  const double specific = 1.0 / u.of[0], speed = u.of[direction] * specific;
  const double kinetic = gt_lu_kinetic(u, specific), energy = u.of[4] * specific;
  const double conducted = GT_LU_VISCOUS * GT_LU_CONDUCTED;
  double carried = 0, worked = 0;
  gt_lu_five product;
  product.of[0] = convected * v.of[direction];
  for (int c = 1; c < 4; ++c) {
    const double velocity = u.of[c] * specific, differs = v.of[c] - velocity * v.of[0];
    const double viscous = GT_LU_STRETCH(c, direction) * GT_LU_VISCOUS;
    carried += velocity * v.of[c];
    worked += (viscous - conducted) * velocity * differs;
    product.of[c] = convected * (speed * differs + velocity * v.of[direction]) -
                    diffused * viscous * specific * differs;
  }
  product.of[direction] += convected * GT_LU_C2 * (kinetic * v.of[0] - carried + v.of[4]);
  product.of[4] = convected * ((2 * GT_LU_C2 * kinetic - GT_LU_C1 * energy) * speed * v.of[0] -
                               GT_LU_C2 * speed * carried +
                               (GT_LU_C1 * energy - GT_LU_C2 * kinetic) * v.of[direction] +
                               GT_LU_C1 * speed * v.of[4]) -
                  diffused * specific * (worked + conducted * (v.of[4] - energy * v.of[0]));
  for (int c = 0; c < 5; ++c) product.of[c] -= diffused * GT_LU_SMOOTHING(direction) * v.of[c];
  return product;
}

/* Sums over all three directions, for a cell's own block. */
#define GT_LU_STRETCH_OF_ALL (10.0 / 3.0)
#define GT_LU_SMOOTHING_OF_ALL 2.5

/* A cell's own block times v. Above its diagonal the block has only zeros. */
GT_FN gt_lu_five gt_lu_own(gt_lu_five u, gt_lu_five v, double diffused) {
  const double specific = 1.0 / u.of[0], conducted = 3 * GT_LU_VISCOUS * GT_LU_CONDUCTED;
  const double viscous = GT_LU_STRETCH_OF_ALL * GT_LU_VISCOUS;
  const double one = 1 + 2 * diffused * GT_LU_SMOOTHING_OF_ALL, two = 2 * diffused * specific;
  double worked = conducted * (v.of[4] - u.of[4] * specific * v.of[0]);
  gt_lu_five product;
  product.of[0] = one * v.of[0];
  for (int c = 1; c < 4; ++c) {
    const double velocity = u.of[c] * specific, differs = v.of[c] - velocity * v.of[0];
    worked += (viscous - conducted) * velocity * differs;
    product.of[c] = one * v.of[c] + two * viscous * differs;
  }
  product.of[4] = one * v.of[4] + two * worked;
  return product;
}

/* Solves for v: its product with a cell's own block is b. Row by row from the first. */
GT_FN gt_lu_five gt_lu_own_solved(gt_lu_five u, gt_lu_five b, double diffused) {
  const double specific = 1.0 / u.of[0], conducted = 3 * GT_LU_VISCOUS * GT_LU_CONDUCTED;
  const double viscous = GT_LU_STRETCH_OF_ALL * GT_LU_VISCOUS;
  const double one = 1 + 2 * diffused * GT_LU_SMOOTHING_OF_ALL, two = 2 * diffused * specific;
  const double momentum = 1.0 / (one + two * viscous);
  double worked = 0;
  gt_lu_five v;
  v.of[0] = b.of[0] / one;
  for (int c = 1; c < 4; ++c) {
    const double velocity = u.of[c] * specific;
    v.of[c] = (b.of[c] + two * viscous * velocity * v.of[0]) * momentum;
    worked += (viscous - conducted) * velocity * (v.of[c] - velocity * v.of[0]);
  }
  v.of[4] = (b.of[4] + two * (conducted * u.of[4] * specific * v.of[0] - worked)) /
            (one + two * conducted);
  return v;
}

#endif

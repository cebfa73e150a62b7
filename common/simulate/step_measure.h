/* A particle's contribution to a run's energies: one text for CUDA, HIP, OpenCL and the CPU. */
#ifndef GPUTEST_STEP_MEASURE_H
#define GPUTEST_STEP_MEASURE_H

#include "common/simulate/step_report.h"

typedef struct {
  double potential, kinetic, virial;
} gt_step_energies;

/* The energies of particle i; w is the fourth number of the force kernel. With accelerations w
 * is the sum of m/r, including the particle's own term, which is `self` times its mass, and
 * there is no virial. */
GT_FN gt_step_energies gt_step_measure(GT_GLOBAL const double* state, gt_uint i, gt_uint n,
                                       double w, double virial, double self, gt_uint acceleration) {
  const gt_ulong stride = n;
  const double mass = state[6 * stride + i];
  const double vx = state[3 * stride + i], vy = state[4 * stride + i], vz = state[5 * stride + i];
  gt_step_energies e;
  e.kinetic = mass * (vx * vx + vy * vy + vz * vz) / 2;
  e.potential = acceleration ? -(w - mass * self) * mass / 2 : w;
  e.virial = acceleration ? 0.0 : virial;
  return e;
}

/* The capacity that particle i's list needs: its length in ell, all entries in csr. */
GT_FN gt_uint gt_needed_capacity(GT_GLOBAL const gt_uint* starts, gt_uint i, gt_uint n,
                                 gt_uint ell) {
  return ell ? starts[i] : i == 0 ? starts[n] : 0;
}

#endif

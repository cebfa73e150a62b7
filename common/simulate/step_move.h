/* The arithmetic of a step, for one particle: one text for CUDA, HIP, OpenCL and the CPU. Fused
 * multiply-adds are explicit, so that every kernel of an API rounds in the same way. */
#ifndef GPUTEST_STEP_MOVE_H
#define GPUTEST_STEP_MOVE_H

#include "common/simulate/step_report.h"

/* A force or an acceleration. */
typedef struct {
  double x, y, z;
} gt_step_force;

/* The position of a particle, and whether it has moved half the skin since the list was made. */
typedef struct {
  double x, y, z;
  gt_uint stale;
} gt_step_moved;

/* v + a dt/2 */
GT_FN double gt_kicked(double v, double force, double inverse_mass, double half_step) {
  return fma(force * inverse_mass, half_step, v);
}

/* x + v t */
GT_FN double gt_drifted(double x, double v, double time) { return fma(v, time, x); }

/* The factor that turns a force into an acceleration. */
GT_FN double gt_inverse_mass(GT_GLOBAL const double* state, gt_uint i, gt_uint n,
                             gt_uint acceleration) {
  return acceleration ? 1.0 : 1.0 / state[6 * (gt_ulong)n + i];
}

/* Only the second half of a step's kick. */
GT_FN void gt_step_kick(GT_GLOBAL double* state, gt_uint i, gt_uint n, gt_step_force force,
                        double time_step, gt_uint acceleration) {
  const gt_ulong stride = n;
  const double inverse_mass = gt_inverse_mass(state, i, n, acceleration);
  GT_GLOBAL double* v = state + 3 * stride + i;
  v[0] = gt_kicked(v[0], force.x, inverse_mass, time_step / 2);
  v[stride] = gt_kicked(v[stride], force.y, inverse_mass, time_step / 2);
  v[2 * stride] = gt_kicked(v[2 * stride], force.z, inverse_mass, time_step / 2);
}

/* `kicks` half kicks and the drift, along one axis; returns the new coordinate. */
GT_FN double gt_move_axis(GT_GLOBAL double* x, GT_GLOBAL double* v, double force,
                          double inverse_mass, double time_step, gt_uint kicks) {
  double velocity = gt_kicked(*v, force, inverse_mass, time_step / 2);
  if (kicks > 1) velocity = gt_kicked(velocity, force, inverse_mass, time_step / 2);
  const double at = gt_drifted(*x, velocity, time_step);
  *v = velocity;
  *x = at;
  return at;
}

/* The end of one step and the beginning of the next: v += a dt/2 if the step before has not had
 * its second kick, then v += a dt/2, x += v dt. Positions are folded only with the list. If
 * half_skin2 is below 0 there is no list, and `listed` is not read. */
GT_FN gt_step_moved gt_step_move(GT_GLOBAL double* state, GT_GLOBAL const double* listed, gt_uint i,
                                 gt_uint n, gt_step_force force, double time_step,
                                 double half_skin2, gt_uint kicks, gt_uint acceleration) {
  const gt_ulong stride = n;
  const double inverse_mass = gt_inverse_mass(state, i, n, acceleration);
  GT_GLOBAL double* x = state + i;
  GT_GLOBAL double* v = x + 3 * stride;
  gt_step_moved now;
  now.x = gt_move_axis(x, v, force.x, inverse_mass, time_step, kicks);
  now.y = gt_move_axis(x + stride, v + stride, force.y, inverse_mass, time_step, kicks);
  now.z = gt_move_axis(x + 2 * stride, v + 2 * stride, force.z, inverse_mass, time_step, kicks);
  now.stale = 0;
  if (half_skin2 >= 0) {
    const double dx = now.x - listed[i];
    const double dy = now.y - listed[stride + i];
    const double dz = now.z - listed[2 * stride + i];
    /* Not <: a position of NaN makes the list stale too, and the host then checks. */
    now.stale = !(fma(dz, dz, fma(dy, dy, dx * dx)) < half_skin2);
  }
  return now;
}

#endif

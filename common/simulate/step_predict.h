/* Predicts the current position of a particle of a code with individual time steps: one text for
 * CUDA, HIP, OpenCL and the CPU. J. Makino, T. Fukushige, M. Koga and K. Namura, Publ. Astron.
 * Soc. Japan 55, 1163, 2003. */
#ifndef GPUTEST_STEP_PREDICT_H
#define GPUTEST_STEP_PREDICT_H

#include "common/portable/portable.h"

/* The known data of a particle: their time, its mass, and three each of the position, the
 * velocity, the acceleration over 2, the jerk over 6 and the snap over 18. With many particles
 * each of these numbers is an array. */
#define GT_KNOWN_NUMBERS 17

/* The data of a particle with a requested force: the body that does not pull it, three of the
 * position and three of the velocity. A request consists of the time and these data. */
#define GT_TARGET_NUMBERS 7
#define GT_REQUEST_NUMBERS(targets) (1 + (targets)*GT_TARGET_NUMBERS)

/* A coordinate and a velocity along one axis. */
typedef struct {
  double x, v;
} gt_predicted;

/* Predicts along axis 0, 1 or 2, from known[0], known[stride], known[2 stride], ... of a
 * particle. */
GT_FN gt_predicted gt_predict(GT_GLOBAL const double* known, gt_uint stride, gt_uint axis,
                              double time) {
  const size_t next = stride;
  GT_GLOBAL const double* along = known + (2 + axis) * next;
  const double dt = time - known[0];
  const double x = along[0], v = along[3 * next], half_a = along[6 * next];
  const double jerk_6 = along[9 * next], snap_18 = along[12 * next];
  gt_predicted now;
  now.x = fma(dt, fma(dt, fma(dt, fma(dt, 0.75 * snap_18, jerk_6), half_a), v), x);
  now.v = fma(dt, fma(dt, fma(dt, 3.0 * snap_18, 3.0 * jerk_6), 2.0 * half_a), v);
  return now;
}

#endif

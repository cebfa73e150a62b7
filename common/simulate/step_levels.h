/* Block time steps: one text for CUDA, HIP, OpenCL and the CPU. A body of level k has steps of the
 * whole step over 2^k, and is kicked at the beginning and the end of them; all drift together from
 * substep to substep (V. Springel, MNRAS 364, 1105, 2005, section 4). */
#ifndef GPUTEST_STEP_LEVELS_H
#define GPUTEST_STEP_LEVELS_H

#include "common/simulate/step_move.h"

#define GT_MOST_LEVELS 16u /* beside level 0 */

/* What the host tells of a substep, in times of the shortest step there may be, 2^shortest of which
 * are the whole step; and what the device tells the host. */
typedef struct {
  gt_uint shortest; /* the last level */
  gt_uint now;      /* the time since the whole step began */
  gt_uint passed;   /* the time since the substep before */
  gt_uint ends;     /* 1: steps end here, of bodies whose level says so: their second kick */
  gt_uint begins;   /* 1: and the next begin: a level is chosen, and their first kick */
  gt_uint too_long; /* counted: bodies that begin a step here and should have a shorter one yet */
  gt_uint bodies[GT_MOST_LEVELS + 1]; /* counted: of each level */
} gt_substep;

/* What chooses a level. The step of a body is at most sqrt(2 eta epsilon / |a|) (equation 34 of
 * Springel's). */
typedef struct {
  double shortest_step;
  double excess; /* the fourth power of the whole step over (2 eta epsilon)^2: times |a|^2 it is
                    16^k where the step should be the whole one over 2^k */
} gt_level_choice;

/* The level's step, in times of the shortest. */
GT_FN gt_uint gt_step_of_level(gt_uint level, gt_uint shortest) {
  return (gt_uint)1 << (shortest - level);
}

/* Whether a body of that level is active: one of its steps ends, and the next begins. */
GT_FN int gt_is_active(gt_uint level, gt_uint shortest, gt_uint now) {
  return now % gt_step_of_level(level, shortest) == 0;
}

/* A level, and whether its step is longer than it should be. */
typedef struct {
  gt_uint level, too_long;
} gt_chosen_level;

/* The level that a body of that acceleration begins with: the longest step that is short enough, of
 * those that may begin now. */
GT_FN gt_chosen_level gt_choose_level(gt_step_force a, gt_level_choice choice, gt_uint shortest,
                                      gt_uint now) {
  double excess = choice.excess * (a.x * a.x + a.y * a.y + a.z * a.z);
  gt_chosen_level chosen;
  chosen.level = 0;
  while (chosen.level < shortest && (excess > 1 || !gt_is_active(chosen.level, shortest, now))) {
    excess /= 16;
    ++chosen.level;
  }
  chosen.too_long = excess > 1;
  return chosen;
}

/* The drift of body i to the substep's time. */
GT_FN gt_step_force gt_step_drift(GT_GLOBAL double* state, gt_uint i, gt_uint n, double time) {
  const gt_ulong stride = n;
  GT_GLOBAL double* x = state + i;
  GT_GLOBAL const double* v = x + 3 * stride;
  gt_step_force at;
  at.x = x[0] = gt_drifted(x[0], v[0], time);
  at.y = x[stride] = gt_drifted(x[stride], v[stride], time);
  at.z = x[2 * stride] = gt_drifted(x[2 * stride], v[2 * stride], time);
  return at;
}

/* Ends body i's step, and begins the next, if it is active, by its acceleration a. */
GT_FN gt_chosen_level gt_step_level(GT_GLOBAL double* state, GT_GLOBAL gt_uint* levels, gt_uint i,
                                    gt_uint n, gt_step_force a, gt_level_choice choice,
                                    gt_uint shortest, gt_uint now, gt_uint ends, gt_uint begins) {
  gt_chosen_level own;
  own.level = levels[i];
  own.too_long = 0;
  if (!gt_is_active(own.level, shortest, now)) return own;
  if (ends)
    gt_step_kick(state, i, n, a, choice.shortest_step * gt_step_of_level(own.level, shortest), 1);
  if (begins) {
    own = gt_choose_level(a, choice, shortest, now);
    levels[i] = own.level;
    gt_step_kick(state, i, n, a, choice.shortest_step * gt_step_of_level(own.level, shortest), 1);
  }
  return own;
}

#endif

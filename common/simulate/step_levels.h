/* Block time steps: one text for CUDA, HIP, OpenCL and the CPU. A body of level k has steps of
 * the whole step over 2^k, and is kicked at their beginning and end; all bodies drift together
 * from substep to substep (V. Springel, MNRAS 364, 1105, 2005, section 4). */
#ifndef GPUTEST_STEP_LEVELS_H
#define GPUTEST_STEP_LEVELS_H

#include "common/simulate/step_move.h"

#define GT_MOST_LEVELS 16u /* in addition to level 0 */

/* The host's data for a substep, in units of the shortest possible step, 2^shortest of which are
 * the whole step; and the counts that the device returns. */
typedef struct {
  gt_uint shortest; /* the last level */
  gt_uint now;      /* the time since the whole step began */
  gt_uint passed;   /* the time since the substep before */
  gt_uint ends;     /* 1: steps end here for bodies of active levels: their second kick */
  gt_uint begins;   /* 1: the next steps begin: a level is chosen, and their first kick */
  gt_uint too_long; /* counted: bodies that begin a step here and need an even shorter one */
  gt_uint bodies[GT_MOST_LEVELS + 1]; /* counted: bodies of each level */
} gt_substep;

/* The choice of a level. The step of a body is at most sqrt(2 eta epsilon / |a|) (Springel's
 * equation 34). */
typedef struct {
  double shortest_step;
  double excess; /* the fourth power of the whole step over (2 eta epsilon)^2: times |a|^2 it is
                    16^k if the step should be the whole one over 2^k */
} gt_level_choice;

/* The level's step, in units of the shortest. */
GT_FN gt_uint gt_step_of_level(gt_uint level, gt_uint shortest) {
  return (gt_uint)1 << (shortest - level);
}

/* Whether a body of that level is active: one of its steps ends, and the next begins. */
GT_FN int gt_is_active(gt_uint level, gt_uint shortest, gt_uint now) {
  return now % gt_step_of_level(level, shortest) == 0;
}

/* A level, and whether its step is too long. */
typedef struct {
  gt_uint level, too_long;
} gt_chosen_level;

/* The first level of a body with that acceleration: the longest step that is short enough, among
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

/* If body i is active, ends its step and begins the next, by its acceleration a. */
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

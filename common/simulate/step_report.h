/* What the step kernels of every API and the host that enqueues them agree on: a C subset. */
#ifndef GPUTEST_STEP_REPORT_H
#define GPUTEST_STEP_REPORT_H

#include "common/portable/portable.h"

/* The state: numbers of one component after another, x of every particle, then y, and so on. */
#define GT_STATE_COMPONENTS 7  /* x y z vx vy vz mass */
#define GT_LISTED_COMPONENTS 3 /* x y z, as the neighbour list was made from them */

#define GT_STEP_BLOCK 256  /* threads per block of every step kernel */
#define GT_MEASURED_SUMS 3 /* of each block of step_measure: potential, kinetic, virial */

#define GT_NEVER 0xFFFFFFFFu /* as stale_at and lost */

/* What the device tells the host. */
typedef struct {
  gt_uint stale_at; /* the first move since the list was made that it does not outlast */
  gt_uint capacity; /* that the list needs: rows of ell, entries of csr */
  gt_uint lost;     /* the first particle whose position is no place in the box */
} gt_step_report;

/* How far a block's particles have come. Each block of GT_STEP_BLOCK particles has its own, so that
 * a launch can count moves without waiting for other blocks. */
typedef struct {
  gt_uint moves;    /* since the list was made */
  gt_uint kick_due; /* 1: the second half of the last step's kick is still to come */
} gt_step_progress;

#endif

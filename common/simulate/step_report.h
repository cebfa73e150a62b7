/* Definitions shared by the step kernels of every API and the host that enqueues them: a C
 * subset. */
#ifndef GPUTEST_STEP_REPORT_H
#define GPUTEST_STEP_REPORT_H

#include "common/portable/portable.h"

/* The state: numbers of one component after another, x of every particle, then y, and so on. */
#define GT_STATE_COMPONENTS 7  /* x y z vx vy vz mass */
#define GT_LISTED_COMPONENTS 3 /* x y z, from which the neighbour list was made */

#define GT_STEP_BLOCK 256  /* threads per block of every step kernel */
#define GT_MEASURED_SUMS 3 /* per block of step_measure: potential, kinetic, virial */

#define GT_NEVER 0xFFFFFFFFu /* value of stale_at and lost */

/* The device's report to the host. */
typedef struct {
  gt_uint stale_at; /* the first move that made the current list stale */
  gt_uint capacity; /* capacity that the list needs: rows for ell, entries for csr */
  gt_uint lost;     /* the first particle with a position outside the box */
} gt_step_report;

/* The progress of a block's particles. Each block of GT_STEP_BLOCK particles has its own, so
 * that a launch can count moves without waiting for other blocks. */
typedef struct {
  gt_uint moves;    /* since the list was made */
  gt_uint kick_due; /* 1: the second half of the last step's kick is due */
} gt_step_progress;

#endif

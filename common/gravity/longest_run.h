/* Interactions of one body that gravity_blocked and gravity_symmetric sum in registers before the
 * sum goes to memory. Sums so short keep the error of an fp32 result near 1e-6 however many bodies
 * there are (docs/notes/gravity.md). The same text for CUDA, HIP and OpenCL C. */
#ifndef GPUTEST_LONGEST_RUN_H
#define GPUTEST_LONGEST_RUN_H

enum { gt_longest_run = 8192 };

#endif

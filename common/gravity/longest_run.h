/* The most interactions of one body that gravity_blocked and gravity_symmetric sum in registers
 * before they add the sum to memory. This limit keeps the error of an fp32 result near 1e-6 for any
 * number of bodies (docs/notes/gravity.md). One text for CUDA, HIP and OpenCL C. */
#ifndef GPUTEST_LONGEST_RUN_H
#define GPUTEST_LONGEST_RUN_H

enum { gt_longest_run = 8192 };

#endif

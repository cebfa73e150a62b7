/* The chains of the algorithm "roofline", the same text for C++ and OpenCL C: see
 * common/roofline/family.hpp. That of fused multiply-adds is exact in fp32. */
#ifndef GPUTEST_ROOFLINE_CHAIN_H
#define GPUTEST_ROOFLINE_CHAIN_H

#define GT_ROOFLINE_FACTOR -0.9990234375f /* 2^-10 - 1 */
#define GT_ROOFLINE_ADDEND 0.5f
#define GT_ROOFLINE_STEP 16 /* fused multiply-adds that a loop's body is unrolled to */
#define GT_ROOFLINE_ROOTS 4 /* reciprocal square roots from one addition to the next */

#endif

/* Operations on floats that give the same bits in every dialect of C (portable.h):
 *   gt_fused(a, b, c)  a*b + c, rounded once; in OpenCL C for any real type, including vectors
 *   gt_whole(x)        the nearest whole number, ties to even: a gt_long
 *   gt_long            a signed number of 64 bits */
#ifndef GPUTEST_EXACT_H
#define GPUTEST_EXACT_H

#include "common/portable/portable.h"

#if defined(__OPENCL_VERSION__)
typedef long gt_long;
#if defined(POCL_DEVICE_ADDRESS_BITS) && (defined(__FMA__) || defined(__aarch64__))
#if __has_builtin(__builtin_elementwise_fma)
/* PoCL 6 calls its own fma() out of line (portable.h), one element at a time. */
#define gt_fused(a, b, c) __builtin_elementwise_fma(a, b, c)
#endif
#endif
#ifndef gt_fused
#define gt_fused(a, b, c) fma(a, b, c)
#endif
#define gt_whole(x) convert_long_rte((float)(x))
#else
#include <math.h>
typedef int64_t gt_long;
#define gt_fused(a, b, c) fmaf(a, b, c)
#define gt_whole(x) ((gt_long)llrintf(x))
#endif

#endif

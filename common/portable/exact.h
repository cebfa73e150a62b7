/* Operations on floats that give the same bits in every dialect of C (portable.h):
 *   gt_fused(a, b, c)  a*b + c, rounded once
 *   gt_whole(x)        the nearest whole number, ties to even: a gt_long
 *   gt_long            a signed number of 64 bits
 */
#ifndef GPUTEST_EXACT_H
#define GPUTEST_EXACT_H

#include "common/portable/portable.h"

#if defined(__OPENCL_VERSION__)
typedef long gt_long;
#define gt_fused(a, b, c) fma((float)(a), (float)(b), (float)(c))
#define gt_whole(x) convert_long_rte((float)(x))
#else
#include <math.h>
typedef int64_t gt_long;
#define gt_fused(a, b, c) fmaf(a, b, c)
#define gt_whole(x) ((gt_long)llrintf(x))
#endif

#endif

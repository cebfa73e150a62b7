/* Vectors of eight numbers, for processors with vector units: each component of eight particles is
 * one vector. */
#ifndef GPUTEST_VECTORS_H
#define GPUTEST_VECTORS_H

#include "common/portable/portable.h"
#include "opencl/kernels/particles.h"

#define GT_WIDTH 8
#if GT_REAL_BITS == 64
typedef double8 gt_real8;
typedef long8 gt_mask8; /* result of a comparison: -1 in a lane where it holds */
#define gt_to_mask8(x) convert_long8(x)
#define gt_to_whole8(x) convert_long8(x)
#define gt_to_real8(x) convert_double8(x)
#else
typedef float8 gt_real8;
typedef int8 gt_mask8;
#define gt_to_mask8(x) (x)
#define gt_to_whole8(x) convert_int8(x)
#define gt_to_real8(x) convert_float8(x)
#endif

typedef struct {
  gt_real8 x, y, z;
} gt_body8;

/* Elements 0, 1, 4 and 5 of a and b, alternating, and elements 2, 3, 6 and 7. */
#define GT_LOWER(a, b) (gt_real8)((a).s0, (b).s0, (a).s1, (b).s1, (a).s4, (b).s4, (a).s5, (b).s5)
#define GT_UPPER(a, b) (gt_real8)((a).s2, (b).s2, (a).s3, (b).s3, (a).s6, (b).s6, (a).s7, (b).s7)
/* The first two elements of each half of a and b, alternating, and the last two. */
#define GT_FIRST_PAIRS(a, b) \
  (gt_real8)((a).s0, (a).s1, (b).s0, (b).s1, (a).s4, (a).s5, (b).s4, (b).s5)
#define GT_LAST_PAIRS(a, b) \
  (gt_real8)((a).s2, (a).s3, (b).s2, (b).s3, (a).s6, (a).s7, (b).s6, (b).s7)

/* The components of the eight elements `from[at]`, of four numbers each. Two are loaded as one
 * vector. Then steps on two vectors each, for which compilers have instructions, transpose four
 * such vectors. The last component, m, may be left unused. */
#define GT_TRANSPOSED(from, at, body, last)                            \
  do {                                                                 \
    const gt_real8 a_ = (gt_real8)(from[(at).s0], from[(at).s4]);      \
    const gt_real8 b_ = (gt_real8)(from[(at).s1], from[(at).s5]);      \
    const gt_real8 c_ = (gt_real8)(from[(at).s2], from[(at).s6]);      \
    const gt_real8 d_ = (gt_real8)(from[(at).s3], from[(at).s7]);      \
    const gt_real8 xy_ab = GT_LOWER(a_, b_), xy_cd = GT_LOWER(c_, d_); \
    const gt_real8 zm_ab = GT_UPPER(a_, b_), zm_cd = GT_UPPER(c_, d_); \
    (body).x = GT_FIRST_PAIRS(xy_ab, xy_cd);                           \
    (body).y = GT_LAST_PAIRS(xy_ab, xy_cd);                            \
    (body).z = GT_FIRST_PAIRS(zm_ab, zm_cd);                           \
    (last) = GT_LAST_PAIRS(zm_ab, zm_cd);                              \
  } while (0)

/* The nearest whole numbers, of numbers that fit in 31 bits; halves are rounded away from zero.
 * PoCL's rint() for vectors takes three times as many instructions. */
gt_real8 gt_rint8(gt_real8 v) { return gt_to_real8(gt_to_whole8(v + copysign((gt_real8)0.5f, v))); }
#undef gt_rint
#define gt_rint(x) gt_rint8(x)

/* The sum of a vector's elements. */
gt_real gt_sum8(gt_real8 v) {
  const gt_real4 four = v.lo + v.hi;
  return (four.x + four.y) + (four.z + four.w);
}

#endif

/* The numbers of several bodies as vectors, for the kernels of the roofline. Build option:
 * -DGT_PER_ITEM=<bodies per work-item>: 1, or a multiple of 4. */
#ifndef GPUTEST_ROOFLINE_VECTORS_H
#define GPUTEST_ROOFLINE_VECTORS_H

#include "opencl/kernels/particles.h"

#if GT_PER_ITEM == 1
#define GT_A_VECTOR 1 /* bodies per vector */
typedef gt_real4 gt_vector;
#define GT_JOINED(numbers) (numbers)[0]
#define GT_STORE_VECTOR(values, i, v) (values)[i] = (v)
#else
#define GT_A_VECTOR 4
#if GT_REAL_BITS == 64
typedef double16 gt_vector;
#else
typedef float16 gt_vector;
#endif
#define GT_JOINED(numbers) (gt_vector)((numbers)[0], (numbers)[1], (numbers)[2], (numbers)[3])
/* Needs n in scope: the last vector may have fewer bodies. */
#define GT_STORE_VECTOR(values, i, v)               \
  do {                                              \
    if ((i) < n) (values)[i] = (v).s0123;           \
    if ((i) + 1 < n) (values)[(i) + 1] = (v).s4567; \
    if ((i) + 2 < n) (values)[(i) + 2] = (v).s89ab; \
    if ((i) + 3 < n) (values)[(i) + 3] = (v).scdef; \
  } while (0)
#endif
#define GT_VECTORS (GT_PER_ITEM / GT_A_VECTOR)

#endif

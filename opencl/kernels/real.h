/* The precision. Build option: -DGT_REAL_BITS=32|64. */
#ifndef GPUTEST_REAL_H
#define GPUTEST_REAL_H

#if GT_REAL_BITS == 64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef double gt_real;
typedef double4 gt_real4;
#else
typedef float gt_real;
typedef float4 gt_real4;
#endif

#endif

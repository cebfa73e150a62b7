/* What the gravity kernels share. Built with -DGT_REAL, -DGT_LAYOUT_<NAME>, -DGT_UNSOFTENED=0|1 and
 * -DGT_BLOCK=<work-items a group>. */
#if GT_REAL_BITS == 64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef double gt_real;
typedef double4 gt_real4;
#else
typedef float gt_real;
typedef float4 gt_real4;
#endif

#include "common/layout/load.h"
#include "common/physics/gravity_pair.h"

/* A body in registers or, four numbers aligned, in local memory. */
typedef struct {
  gt_real x, y, z, m;
} gt_body;

#define GT_PARAMETER(type, name) __global const type *restrict name,

/* Adds what body `other` does to body `self`. */
#define GT_ADD(sum, self, other)                                                                 \
  gt_gravity_add((sum), (other).x - (self).x, (other).y - (self).y, (other).z - (self).z,        \
                 (other).m, eps2, GT_UNSOFTENED)

#define GT_AS_VECTOR(sum) ((gt_real4)((sum).x, (sum).y, (sum).z, (sum).w))

/* Shared by the step kernels. Build options: -DGT_REAL_BITS=64 for the state, -DGT_FORCE_BITS=32|64
 * for the data of the force kernel, and -DGT_BLOCK=<GT_STEP_BLOCK>. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#include "common/simulate/step_report.h"

#if GT_FORCE_BITS == 64
typedef double gt_force_real;
typedef double4 gt_force4;
#else
typedef float gt_force_real;
typedef float4 gt_force4;
#endif

#define GT_BOX(axis) \
  { low_##axis, edge_##axis }

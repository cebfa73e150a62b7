/* Shared by the kernels of LU: their arguments, and the arrays that hold the flow between the
 * steps. */
#include "common/arrays/wavefront.h"
#include "common/lu/blocks.h"
#include "opencl/kernels/real.h"

#if GT_STORAGE
#define LU_BY_DIAGONALS \
  , __global double *flow_by_diagonals, __global double *change, __global double *force_by_diagonals
#else
#define LU_BY_DIAGONALS
#endif

/* The arrays of the flow, its change and the force between the steps; the plan sets
 * -DGT_DIAGONALS. */
#if GT_DIAGONALS
#define LU_U flow_by_diagonals
#define LU_V change
#define LU_FORCE force_by_diagonals
#else
#define LU_U flow
#define LU_V residual
#define LU_FORCE force
#endif

#if GT_STORED
#define LU_BLOCKS , __global double* blocks
#else
#define LU_BLOCKS
#endif

#define LU_ARGUMENTS                                                                       \
  __global const double *guess, __global const double *force, __global double *flow,       \
      __global double *residual LU_BY_DIAGONALS LU_BLOCKS, const uint n, const uint steps, \
      const double dt, const double weight

/* The names that a user's kernel may use, in CUDA, HIP and C++ for the CPU. gputest includes this
 * header before the kernel's text; including it again is allowed and has no effect.
 *
 *   gt_real            float or double, by --precision
 *   gt_real4           x y z w of that type: float4 or double4
 *   gt_body            a particle: x y z m
 *   gt_rsqrt(x)        1/sqrt(x)
 *   GT_LOAD(body, j)   sets body to particle j in the current layout
 *   GT_BLOCK           threads per block
 *   GT_REAL_BITS       32 or 64
 *   GT_<NAME>          a specialization: see the family's contract
 */
#ifndef GPUTEST_H
#define GPUTEST_H

#if GT_REAL_BITS == 64
typedef double gt_real;
#else
typedef float gt_real;
#endif

#if defined(__CUDACC__) || defined(__HIPCC__) || defined(GT_HIP_HOST)
#if GT_REAL_BITS == 32
typedef float4 gt_real4;
#elif defined(__CUDACC_VER_MAJOR__) && __CUDACC_VER_MAJOR__ >= 13
typedef double4_32a gt_real4;
#else
typedef double4 gt_real4;
#endif
inline __host__ __device__ float gt_rsqrt(float x) { return rsqrtf(x); }
inline __host__ __device__ double gt_rsqrt(double x) { return rsqrt(x); }
#else
#include <cmath>
#include <cstddef>
#include <cstdint>
struct alignas(4 * sizeof(gt_real)) gt_real4 {
  gt_real x, y, z, w;
};
static inline gt_real gt_rsqrt(gt_real x) { return 1 / std::sqrt(x); }
#endif

typedef struct {
  gt_real x, y, z, m;
} gt_body;

#endif

/* Hides the dialect of C in use: OpenCL C, CUDA, HIP or plain C and C++. No other file here
 * depends on it.
 *
 * If these are used, `gt_real` must be float or double:
 *   GT_FN, GT_MEMBER_FN a function, and a member function, callable from a kernel
 *   GT_GLOBAL          the address space of a device's memory, if the dialect names one
 *   gt_rsqrt(x)        1/sqrt(x)
 *   gt_sqrt(x), gt_exp(x)
 *   gt_rint(x)         the nearest whole number
 *   gt_fma(a, b, c)    a*b + c, fused if the hardware can, otherwise as the compiler chooses
 *   gt_uint, gt_ulong  unsigned numbers of 32 and 64 bits
 *   gt_leading_zeros(x) zero bits above the highest set bit of a gt_ulong, which is not 0 */
#ifndef GPUTEST_PORTABLE_H
#define GPUTEST_PORTABLE_H

#if defined(__OPENCL_VERSION__)
#define GT_FN
#define GT_MEMBER_FN
#elif defined(__CUDACC__) || defined(__HIPCC__) || defined(GT_HIP_HOST)
#define GT_FN static __host__ __device__ __forceinline__
#define GT_MEMBER_FN __host__ __device__ __forceinline__
#else
#define GT_FN static inline
#define GT_MEMBER_FN inline
#endif

#if defined(__OPENCL_VERSION__)
#define GT_GLOBAL __global
#else
#define GT_GLOBAL
#endif

#if defined(__OPENCL_VERSION__)
typedef uint gt_uint;
typedef ulong gt_ulong;
#define gt_leading_zeros(x) ((gt_uint)clz(x))
#else
#include <stdint.h>
typedef uint32_t gt_uint;
typedef uint64_t gt_ulong;
#if defined(__CUDA_ARCH__)
#define gt_leading_zeros(x) ((gt_uint)__clzll((long long)(x)))
#else
#define gt_leading_zeros(x) ((gt_uint)__builtin_clzll(x))
#endif
#endif

/* The argument's type selects the overload: float, double or, on the CPU, a vector. */
#define gt_sqrt(x) sqrt(x)
#define gt_exp(x) exp(x)
#define gt_fma(a, b, c) ((a) * (b) + (c))

#if defined(POCL_DEVICE_ADDRESS_BITS)
/* PoCL. Its version 6 calls its own rsqrt() and rint() out of line, and a loop that contains a
 * call is not vectorised: a tenth of the speed. Clang's builtins stay inline. */
#define gt_rsqrt(x) \
  ((gt_real)1 /     \
   (sizeof(x) == 4 ? (gt_real)__builtin_sqrtf((float)(x)) : (gt_real)__builtin_sqrt((double)(x))))
#define gt_rint(x) \
  (sizeof(x) == 4 ? (gt_real)__builtin_rintf((float)(x)) : (gt_real)__builtin_rint((double)(x)))
#elif defined(__OPENCL_VERSION__)
#define gt_rsqrt(x) rsqrt(x)
#define gt_rint(x) rint(x)
#elif defined(__CUDA_ARCH__)
#define gt_rsqrt(x) rsqrt(x)
#define gt_rint(x) rint(x)
#elif defined(__HIP_DEVICE_COMPILE__)
/* hipcc's rsqrt() exists only for double: a float argument would be computed in double. */
#define gt_rsqrt(x) (sizeof(x) == sizeof(float) ? rsqrtf(x) : rsqrt(x))
#define gt_rint(x) (sizeof(x) == sizeof(float) ? rintf(x) : rint(x))
#elif defined(__cplusplus)
#include <math.h> /* which in C++ has every overload outside std too */
#include <cmath>
#define gt_rint(x) std::rint(x)
#define gt_rsqrt(x) (gt_real(1) / std::sqrt(gt_real(x)))
#else
#include <math.h>
#define gt_rint(x) ((gt_real)rint(x))
#define gt_rsqrt(x) ((gt_real)1 / (gt_real)sqrt(x))
#endif

#endif

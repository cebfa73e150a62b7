/* Names of HIP that a user's text may have and its compiler lacks: hiprtc the older names of a
 * thread's indices and assert(), the host's compiler HIP's words. */
#ifndef GPUTEST_HIP_NAMES_H
#define GPUTEST_HIP_NAMES_H

#ifndef hipThreadIdx_x
#define hipThreadIdx_x threadIdx.x
#define hipThreadIdx_y threadIdx.y
#define hipThreadIdx_z threadIdx.z
#define hipBlockIdx_x blockIdx.x
#define hipBlockIdx_y blockIdx.y
#define hipBlockIdx_z blockIdx.z
#define hipBlockDim_x blockDim.x
#define hipBlockDim_y blockDim.y
#define hipBlockDim_z blockDim.z
#define hipGridDim_x gridDim.x
#define hipGridDim_y gridDim.y
#define hipGridDim_z gridDim.z
#endif

#if defined(__HIPCC_RTC__) && !defined(assert)
#define assert(condition) ((condition) ? (void)0 : __builtin_trap())
#endif

#ifdef GT_HIP_HOST
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __constant__
#define __managed__ static_assert(false, "hip:host has no __managed__ variables");
#else
/* HIP's __constant__ is in memory that kernels can write, because a host program sets it. */
#undef __constant__
#define __constant__ __device__ const
#endif

/* In a macro of the kernel's file. Elsewhere the program completes the declaration itself. */
#undef HIP_DYNAMIC_SHARED
#ifdef GT_SHARED_BYTES
#define HIP_DYNAMIC_SHARED(type, name) \
  __attribute__((aligned(16))) __shared__ type name[(GT_SHARED_BYTES) / sizeof(type)]
#else
#define HIP_DYNAMIC_SHARED(type, name) \
  static_assert(false, "state the bytes of dynamic shared memory in the head: shared = 1024")
#endif

#endif

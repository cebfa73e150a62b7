/* *target += term, by any number of work-items at once. OpenCL 1.2 has no such operation for
 * floating point: the sum is exchanged for what was there until nothing came between. NVIDIA's
 * compiler takes PTX, which has one. */
#ifndef GPUTEST_ATOMIC_ADD_H
#define GPUTEST_ATOMIC_ADD_H

#include "opencl/kernels/particles.h"

#if GT_REAL_BITS == 64
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
typedef ulong gt_bits;
#define GT_EXCHANGE atom_cmpxchg
#define GT_AS_BITS as_ulong
#define GT_AS_REAL as_double
#else
typedef uint gt_bits;
#define GT_EXCHANGE atomic_cmpxchg
#define GT_AS_BITS as_uint
#define GT_AS_REAL as_float
#endif

void gt_atomic_add(volatile __global gt_real* target, gt_real term) {
#ifdef __NV_CL_C_VERSION
#if GT_REAL_BITS == 64
  __asm__ volatile("red.global.add.f64 [%0], %1;" ::"l"(target), "d"(term) : "memory");
#else
  __asm__ volatile("red.global.add.f32 [%0], %1;" ::"l"(target), "f"(term) : "memory");
#endif
#else
  gt_bits expected, seen = 0; /* a guess, so that nothing is read but by an atomic operation */
  do {
    expected = seen;
    seen = GT_EXCHANGE((volatile __global gt_bits*)target, expected,
                       GT_AS_BITS(GT_AS_REAL(expected) + term));
  } while (seen != expected);
#endif
}

#endif

/* *target += term, by any number of concurrent work-items. OpenCL 1.2 has no atomic addition of
 * floating-point numbers: the function exchanges the old value for the sum until no other work-item
 * has changed it in between. NVIDIA's compiler takes PTX, which has an instruction. */
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
  gt_bits expected, seen = 0; /* a guess, so that only atomic operations read the target */
  do {
    expected = seen;
    seen = GT_EXCHANGE((volatile __global gt_bits*)target, expected,
                       GT_AS_BITS(GT_AS_REAL(expected) + term));
  } while (seen != expected);
#endif
}

/* The same for a vector's x, y, z and, if `with_w`, w. Each component is atomic by itself. */
void gt_atomic_add_vector(volatile __global gt_real4* target, gt_real x, gt_real y, gt_real z,
                          gt_real w, int with_w) {
#if defined(__NV_CL_C_VERSION) && GT_REAL_BITS == 32 && GT_COMPUTE_CAPABILITY >= 90
  __asm__ volatile("red.global.add.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(target), "f"(x), "f"(y),
                   "f"(z), "f"(w)
                   : "memory");
#else
  volatile __global gt_real* first = (volatile __global gt_real*)target;
  gt_atomic_add(first, x);
  gt_atomic_add(first + 1, y);
  gt_atomic_add(first + 2, z);
  if (with_w) gt_atomic_add(first + 3, w);
#endif
}

#endif

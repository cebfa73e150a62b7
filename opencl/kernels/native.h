/* Hardware operations that are faster than OpenCL C's. NVIDIA's compiler takes PTX. */
#ifndef GPUTEST_NATIVE_H
#define GPUTEST_NATIVE_H

#include "opencl/kernels/particles.h"

/* 1/x for a normal x. In fp64, PTX has an estimate y, good to 2^-20, which a step of third order
 * refines: with e = 1 - x y, 1/x = y / (1 - e), truncated after e^2. */
gt_real gt_reciprocal(gt_real x) {
#ifdef __NV_CL_C_VERSION
  gt_real y;
#if GT_REAL_BITS == 64
  __asm__("rcp.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
  const gt_real e = fma(-x, y, 1.0);
  return fma(y, fma(e, e, e), y);
#else
  __asm__("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
#endif
#else
  return (gt_real)1 / x;
#endif
}

/* Loads a word that is read-only and used once: the cache evicts it first. */
uint gt_load_once(__global const uint* word) {
#ifdef __NV_CL_C_VERSION
  uint value;
  __asm__("ld.global.nc.L1::evict_first.u32 %0, [%1];" : "=r"(value) : "l"(word));
  return value;
#else
  return *word;
#endif
}

#endif

/* Finds the interval of a float in a table of polynomials; one text for g++, nvcc, hipcc and OpenCL
 * C.
 *
 * An interval holds the floats that share their exponent and the leading bits of their significand.
 * Each octave of x is cut into 2^(23 - shift) equal parts. (MDGRAPE's chips find the interval of a
 * polynomial in this way: T. Narumi et al., Molecular Simulation 21, 401, 1999.) */
#ifndef GPUTEST_CENTRAL_INTERVAL_H
#define GPUTEST_CENTRAL_INTERVAL_H

#include "common/portable/portable.h"

#if defined(__OPENCL_VERSION__)
#define gt_bits_of(x) as_uint((float)(x))
#define gt_float_of(bits) as_float((uint)(bits))
#elif defined(__CUDA_ARCH__)
#define gt_bits_of(x) __float_as_uint(x)
#define gt_float_of(bits) __uint_as_float(bits)
#else
GT_FN gt_uint gt_bits_of(float x) {
  gt_uint bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits;
}
GT_FN float gt_float_of(gt_uint bits) {
  float x;
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}
#endif

/* The most intervals that a table may have, as in MDGRAPE's memories. */
#define GT_CENTRAL_INTERVALS 1024

/* The interval of x. The first interval holds the floats that begin with the bits `first`; the last
 * is number `last`, counted from 0. Values outside the table, such as 0, get the last. */
GT_FN gt_uint gt_interval(float x, gt_uint shift, gt_uint first, gt_uint last) {
  const gt_uint interval = (gt_bits_of(x) >> shift) - first;
  return interval < last ? interval : last;
}

/* The distance of x from the middle of its interval, in units of the beginning of its octave:
 * exact, and at most 2^(shift - 24) to either side. */
GT_FN float gt_from_middle(float x, gt_uint shift) {
  const gt_uint below = ((gt_uint)1 << shift) - 1;
  const gt_uint upper_half = (gt_uint)1 << (shift - 1);
  const float middle = gt_float_of(0x3f800000u | upper_half);
  return gt_float_of(0x3f800000u | (gt_bits_of(x) & below)) - middle;
}

/* The polynomial c0 + c1 u + c2 u^2 + c3 u^3 + c4 u^4. */
GT_FN float gt_quartic(float u, float c0, float c1, float c2, float c3, float c4) {
  return gt_fma(gt_fma(gt_fma(gt_fma(c4, u, c3), u, c2), u, c1), u, c0);
}

#endif

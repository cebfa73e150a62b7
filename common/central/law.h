/* The laws g(x) of central forces; one text for g++, nvcc, hipcc and OpenCL C.
 *
 * gt_real must be float or double before this file is included. There is no include guard, because
 * C++ includes the file once in the namespace of each precision (law.hpp). */
#include "common/portable/portable.h"

/* The overload of the argument's type. */
#define gt_erfc(x) erfc(x)

/* The numbers of the laws: values of the specialization `law`. */
#define GT_CENTRAL_INVERSE_SQUARE 0
#define GT_CENTRAL_EWALD_REAL 1
#define GT_CENTRAL_LJ 2
#define GT_CENTRAL_BORN 3
#define GT_CENTRAL_DISPERSION6 4
#define GT_CENTRAL_DISPERSION8 5
#define GT_CENTRAL_MORSE 6
/* The laws of a potential: their sum of A g counts, not their force. */
#define GT_CENTRAL_INVERSE_ROOT 7
#define GT_CENTRAL_EWALD_POTENTIAL 8
#define GT_CENTRAL_LJ_POTENTIAL 9
/* The law of alkali halides, which is not a function g(x): gt_tosi_fumi(); and the same law with
 * the virial -r u'(r) instead of u. */
#define GT_CENTRAL_TOSI_FUMI 10
#define GT_CENTRAL_TOSI_FUMI_VIRIAL 11
/* How many numbers a pair of types has: A and B of a law, or the five of gt_tosi_fumi(). */
#define GT_CENTRAL_NUMBERS 2
#define GT_HALIDE_NUMBERS 5

/* g(x) for x above 0. If `law` is a constant, the compiler drops the other laws. `shape` is a
 * parameter of the law; only Morse's has one. */
GT_FN gt_real gt_central_law(gt_uint law, gt_real x, gt_real shape) {
  gt_real g = (gt_real)0;
  if (law == GT_CENTRAL_INVERSE_SQUARE) {
    const gt_real inverse = gt_rsqrt(x);
    g = inverse * inverse * inverse;
  } else if (law == GT_CENTRAL_EWALD_REAL) {
    const gt_real inverse = gt_rsqrt(x);
    const gt_real root = x * inverse;
    const gt_real inverse2 = inverse * inverse;
    g = inverse2 * ((gt_real)1.1283791670955126 * gt_exp(-x) + inverse * gt_erfc(root));
  } else if (law == GT_CENTRAL_LJ) {
    const gt_real inverse = (gt_real)1 / x;
    const gt_real sixth = inverse * inverse * inverse;
    g = inverse * sixth * ((gt_real)2 * sixth - (gt_real)1);
  } else if (law == GT_CENTRAL_BORN) {
    const gt_real inverse = gt_rsqrt(x);
    g = inverse * gt_exp(-(x * inverse));
  } else if (law == GT_CENTRAL_DISPERSION6) {
    const gt_real inverse = (gt_real)1 / x;
    const gt_real inverse2 = inverse * inverse;
    g = inverse2 * inverse2;
  } else if (law == GT_CENTRAL_DISPERSION8) {
    const gt_real inverse = (gt_real)1 / x;
    const gt_real inverse2 = inverse * inverse;
    g = inverse2 * inverse2 * inverse;
  } else if (law == GT_CENTRAL_INVERSE_ROOT) {
    g = gt_rsqrt(x);
  } else if (law == GT_CENTRAL_EWALD_POTENTIAL) {
    const gt_real inverse = gt_rsqrt(x);
    g = inverse * gt_erfc(x * inverse);
  } else if (law == GT_CENTRAL_LJ_POTENTIAL) {
    const gt_real inverse = (gt_real)1 / x;
    const gt_real sixth = inverse * inverse * inverse;
    g = sixth * (sixth - (gt_real)1);
  } else {
    const gt_real inverse = gt_rsqrt(x);
    const gt_real decay = gt_exp(shape - x * inverse);
    g = inverse * decay * (decay - (gt_real)1);
  }
  return g;
}

/* Two ions at a distance r: -u'(r)/r, which gives the force if multiplied by the difference, and
 * u(r). */
typedef struct {
  gt_real force, energy;
} gt_halide;

/* u(r) = a e^(-k r) - c/r^6 - d/r^8 + q/r, with a, k, c, d and q from `pair`; r2 is above 0. */
GT_FN gt_halide gt_tosi_fumi(gt_real r2, GT_GLOBAL const gt_real* pair) {
  const gt_real inverse = gt_rsqrt(r2);
  const gt_real inverse2 = inverse * inverse;
  const gt_real inverse6 = inverse2 * inverse2 * inverse2;
  const gt_real y = pair[1] * (r2 * inverse);
  const gt_real born = pair[0] * gt_exp(-y);
  const gt_real eighth = pair[3] * inverse2;
  const gt_real charges = pair[4] * inverse;
  gt_halide at;
  at.energy = born - inverse6 * (pair[2] + eighth) + charges;
  at.force =
      inverse2 * (born * y - inverse6 * ((gt_real)6 * pair[2] + (gt_real)8 * eighth) + charges);
  return at;
}

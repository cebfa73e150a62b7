/* The laws g(x) of central forces, the same text for g++, nvcc, hipcc and OpenCL C.
 *
 * Before this is included, gt_real is float or double. There is no include guard: C++ includes it
 * once in each precision's namespace (law.hpp).
 */
#include "common/portable/portable.h"

/* Of the overload that the argument's type names. */
#define gt_erfc(x) erfc(x)

/* The numbers of the laws, as the specialization `law` has them. */
#define GT_CENTRAL_INVERSE_SQUARE 0
#define GT_CENTRAL_EWALD_REAL 1
#define GT_CENTRAL_LJ 2
#define GT_CENTRAL_BORN 3
#define GT_CENTRAL_DISPERSION6 4
#define GT_CENTRAL_DISPERSION8 5
#define GT_CENTRAL_MORSE 6
/* Those of a potential: of a sum of A g, not of a force. */
#define GT_CENTRAL_INVERSE_ROOT 7
#define GT_CENTRAL_EWALD_POTENTIAL 8
#define GT_CENTRAL_LJ_POTENTIAL 9
/* That of alkali halides, which is no g(x): gt_tosi_fumi(); and the same with the virial -r u'(r)
 * in place of u. */
#define GT_CENTRAL_TOSI_FUMI 10
#define GT_CENTRAL_TOSI_FUMI_VIRIAL 11
/* Numbers of a pair of types: A and B of a law, and those of gt_tosi_fumi(). */
#define GT_CENTRAL_NUMBERS 2
#define GT_HALIDE_NUMBERS 5

/* g(x) for x above 0. `law` is a constant, so that nothing is left of the other laws, or is not;
 * `shape` is a number of the law's own, of Morse's alone. */
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

/* Of two ions at a distance r: -u'(r)/r, which times the difference is the force, and u(r). */
typedef struct {
  gt_real force, energy;
} gt_halide;

/* u(r) = a e^(-k r) - c/r^6 - d/r^8 + q/r, `pair` being a, k, c, d and q; r2 is above 0. */
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

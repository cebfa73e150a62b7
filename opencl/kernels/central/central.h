/* Shared by the kernels of central forces. Build options: those of particles.h, -DGT_LAW,
 * -DGT_PERIODIC and -DGT_SUM. */
#ifndef GPUTEST_CENTRAL_H
#define GPUTEST_CENTRAL_H

#include "opencl/kernels/particles.h"

#include "common/portable/exact.h"

/* These need gt_real. */
#include "common/cells/nearest_image.h"
#include "common/central/interval.h"
#include "common/central/law.h"

/* Result k belongs to body first_target + k, k < targets: all n bodies, or those that a program
 * names. For programs, bodies may have charges instead of types, and g bounds. */
#if GT_TARGETS
#define GT_CENTRAL_TARGET_PARAMETERS                                                          \
  , const uint first_target, const uint targets, const gt_real least_x, const gt_real most_x, \
      const gt_real nearer
#else
#define GT_CENTRAL_TARGET_PARAMETERS
#define GT_CHARGES 0
#define GT_BOUNDED 0
#define first_target 0
#define targets n
#endif

/* How many numbers a pair of types has. */
#define GT_HALIDE (GT_LAW == GT_CENTRAL_TOSI_FUMI || GT_LAW == GT_CENTRAL_TOSI_FUMI_VIRIAL)
#if GT_HALIDE
#define GT_PAIR_NUMBERS GT_HALIDE_NUMBERS
#else
#define GT_PAIR_NUMBERS GT_CENTRAL_NUMBERS
#endif

/* A for a body's pairs, from the number of the pair of types; and A g, from A. */
#if GT_CHARGES
#define GT_CENTRAL_A(row, pair, other) ((row)[pair] * (other).m)
#else
#define GT_CENTRAL_A(row, pair, other) (row)[pair]
#endif
#if GT_BOUNDED
#define GT_CENTRAL_WITHIN(x, factor) ((x) < least_x ? nearer : (x) < most_x ? (factor) : (gt_real)0)
#else
#define GT_CENTRAL_WITHIN(x, factor) (factor)
#endif

/* The parameters of every kernel. TABLES are the arrays of kernels that take g from a table. */
#define GT_CENTRAL_PARAMETERS(TABLES)                                                           \
  GT_PARAMETERS(GT_PARAMETER)                                                                   \
  __global const gt_real *restrict coefficients, TABLES __global gt_real4 *restrict forces,     \
      const uint n, const uint types, const gt_real shape, const gt_real scale,                 \
      const gt_real edge_x, const gt_real edge_y, const gt_real edge_z,                         \
      const gt_real inverse_edge_x, const gt_real inverse_edge_y, const gt_real inverse_edge_z, \
      const uint table_shift, const uint table_first,                                           \
      const uint table_last GT_CENTRAL_TARGET_PARAMETERS
#define GT_CENTRAL_NO_TABLES
#define GT_CENTRAL_TABLES \
  __global const gt_real4 *restrict table, __global const gt_real *restrict table_highest,

/* A sum: GT_SUM_BEGIN declares it, GT_SUM_ADD adds a product, GT_SUM_VALUE is its value. Sums are
 * scalars, not structs, so that compilers for CPUs vectorise the loop over bodies. */
#if GT_SUM == 1 /* each addition passes its rounding error on to the next */
#define GT_SUM_BEGIN(s) gt_real s = 0, s##_excess = 0
#define GT_SUM_ADD(s, factor, difference)                     \
  do {                                                        \
    const gt_real term_ = (factor) * (difference)-s##_excess; \
    const gt_real next_ = s + term_;                          \
    s##_excess = (next_ - s) - term_;                         \
    s = next_;                                                \
  } while (0)
#define GT_SUM_VALUE(s) s
#elif GT_SUM == 2 /* whole numbers, in units of 1/scale */
#define GT_SUM_BEGIN(s) gt_long s = 0
#define GT_SUM_ADD(s, factor, difference) s += convert_long_rte((factor) * (difference)*scale)
#define GT_SUM_VALUE(s) ((gt_real)s / scale)
#elif GT_SUM == 3 /* whole numbers, in units of 2^-16 of these, in two words */
#define GT_SUM_BEGIN(s) gt_long s##_high = 0, s = 0
#define GT_SUM_ADD(s, factor, difference)                                               \
  do {                                                                                  \
    const gt_real term_ = (factor) * (difference)*scale;                                \
    const gt_long upper_ = convert_long_rte(term_ / (gt_real)65536);                    \
    s##_high += upper_;                                                                 \
    s += convert_long_rte((term_ - (gt_real)upper_ * (gt_real)65536) * (gt_real)65536); \
  } while (0)
#define GT_SUM_VALUE(s) (((gt_real)s##_high * (gt_real)65536 + (gt_real)s / (gt_real)65536) / scale)
#else
#define GT_SUM_BEGIN(s) gt_real s = 0
#define GT_SUM_ADD(s, factor, difference) s += (factor) * (difference)
#define GT_SUM_VALUE(s) s
#endif

/* The four sums of a body, and its row of coefficients. */
#define GT_CENTRAL_BEGIN(self)        \
  GT_SUM_BEGIN(fx);                   \
  GT_SUM_BEGIN(fy);                   \
  GT_SUM_BEGIN(fz);                   \
  GT_SUM_BEGIN(w);                    \
  __global const gt_real* const row = \
      coefficients + (GT_CHARGES ? 0 : GT_PAIR_NUMBERS * types * (uint)(self).m)

/* Declares factor_, by which the pair's difference is multiplied, and of_w_, which is added to
 * w. */
#if GT_LAW == GT_CENTRAL_TOSI_FUMI_VIRIAL
#define GT_CENTRAL_OF_W(at, r2) ((at).force * (r2))
#else
#define GT_CENTRAL_OF_W(at, r2) (at).energy
#endif
#if GT_HALIDE
#define GT_CENTRAL_FACTORS(r2, apart, pair, other, G)                            \
  const gt_halide at_ = gt_tosi_fumi((apart) ? (r2) : (gt_real)1, row + (pair)); \
  const gt_real factor_ = (apart) ? at_.force : (gt_real)0;                      \
  const gt_real of_w_ = (apart) ? GT_CENTRAL_OF_W(at_, r2) : (gt_real)0
#else
#define GT_CENTRAL_FACTORS(r2, apart, pair, other, G)                                       \
  const gt_real x_ = row[(pair) + 1] * ((apart) ? (r2) : (gt_real)1);                       \
  const gt_real factor_ =                                                                   \
      (apart) ? GT_CENTRAL_WITHIN(x_, GT_CENTRAL_A(row, pair, other) * G(x_)) : (gt_real)0; \
  const gt_real of_w_ = factor_
#endif

/* Adds the effect of body `other` on body `self`; G(x) is g. */
#define GT_CENTRAL_ADD(self, other, G)                                     \
  do {                                                                     \
    const gt_real dx_ = GT_DIFFERENCE(self, other, x);                     \
    const gt_real dy_ = GT_DIFFERENCE(self, other, y);                     \
    const gt_real dz_ = GT_DIFFERENCE(self, other, z);                     \
    const gt_real r2_ = dx_ * dx_ + dy_ * dy_ + dz_ * dz_;                 \
    const uint pair_ = GT_CHARGES ? 0 : GT_PAIR_NUMBERS * (uint)(other).m; \
    const int apart_ = r2_ > (gt_real)0;                                   \
    GT_CENTRAL_FACTORS(r2_, apart_, pair_, other, G);                      \
    GT_SUM_ADD(fx, factor_, dx_);                                          \
    GT_SUM_ADD(fy, factor_, dy_);                                          \
    GT_SUM_ADD(fz, factor_, dz_);                                          \
    GT_SUM_ADD(w, of_w_, (gt_real)1);                                      \
  } while (0)

#define GT_CENTRAL_STORE(i) \
  forces[i] = (gt_real4)(GT_SUM_VALUE(fx), GT_SUM_VALUE(fy), GT_SUM_VALUE(fz), GT_SUM_VALUE(w))

/* g(x) by its formula, and from a table with these arrays. */
#define GT_CENTRAL_FORMULA(x) gt_central_law(GT_LAW, x, shape)
#define GT_CENTRAL_FROM_TABLE(x, lower, highest)                                     \
  gt_from_interval(x, (lower)[gt_interval(x, table_shift, table_first, table_last)], \
                   (highest)[gt_interval(x, table_shift, table_first, table_last)], table_shift)

float gt_from_interval(float x, gt_real4 lower, gt_real highest, uint shift) {
  return gt_quartic(gt_from_middle(x, shift), (float)lower.x, (float)lower.y, (float)lower.z,
                    (float)lower.w, (float)highest);
}

#endif

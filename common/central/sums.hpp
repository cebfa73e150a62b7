// Ways in which a C++ kernel adds up: in its precision, with Kahan's compensation, or in fixed
// point. The scale of fixed-point sums is a power of two with which none overflows
// (make_central()).
#pragma once

#include "common/portable/exact.h"
#include "common/portable/portable.h"

namespace gputest::central {

/// A sum in the precision of the terms.
template <class Real>
struct PlainSum {
  Real sum = 0;

  GT_MEMBER_FN void add(Real factor, Real difference, Real) {
    sum = gt_fma(factor, difference, sum);
  }
  GT_MEMBER_FN Real value(Real) const { return sum; }
};

/// Each addition passes its rounding error on to the next (W. Kahan, Comm. ACM 8, 40, 1965).
template <class Real>
struct KahanSum {
  Real sum = 0, excess = 0;

  GT_MEMBER_FN void add(Real factor, Real difference, Real) {
    const Real corrected = factor * difference - excess;
    const Real next = sum + corrected;
    excess = (next - sum) - corrected;
    sum = next;
  }
  GT_MEMBER_FN Real value(Real) const { return sum; }
};

/// The nearest whole number.
GT_FN gt_long whole(float x) { return gt_whole(x); }
/// The same in fp64.
GT_FN gt_long whole(double x) { return static_cast<gt_long>(rint(x)); }

/// A whole number of units of 1/scale, in 64 bits.
template <class Real>
struct Fixed64Sum {
  gt_long sum = 0;

  GT_MEMBER_FN void add(Real factor, Real difference, Real scale) {
    sum += whole(factor * difference * scale);
  }
  GT_MEMBER_FN Real value(Real scale) const { return static_cast<Real>(sum) / scale; }
};

/// A whole number of units of 1/(65536 scale), in two words: 80 bits, like MDGRAPE's accumulators.
template <class Real>
struct Fixed80Sum {
  gt_long high = 0;  ///< in units of 2^16 / scale
  gt_long low = 0;

  GT_MEMBER_FN void add(Real factor, Real difference, Real scale) {
    constexpr Real kHigh = 65536;
    const Real term = factor * difference * scale;
    const gt_long upper = whole(term / kHigh);
    high += upper;
    low += whole((term - static_cast<Real>(upper) * kHigh) * kHigh);
  }
  GT_MEMBER_FN Real value(Real scale) const {
    constexpr Real kHigh = 65536;
    return (static_cast<Real>(high) * kHigh + static_cast<Real>(low) / kHigh) / scale;
  }
};

}  // namespace gputest::central

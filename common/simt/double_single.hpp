// Numbers as sums of two floats; the second is the rounding error of the first (Knuth, TAOCP 2,
// 4.2.2).
#pragma once

#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// hi + lo, with lo below half a unit in the last place of hi.
struct DoubleSingle {
  float hi, lo;
};

/// A double rounded to two floats: 48 of its 53 bits.
GT_FN DoubleSingle split(double value) {
  const float hi = static_cast<float>(value);
  return {hi, static_cast<float>(value - hi)};
}

/// Adds a float. Knuth's two-sum gives the exact rounding error of the first addition.
GT_FN void double_single_add(DoubleSingle& total, float term) {
  const float sum = total.hi + term;
  const float taken = sum - total.hi;
  total.lo += (total.hi - (sum - taken)) + (term - taken);
  total.hi = sum;
}

/// Adds a double-single number.
GT_FN void double_single_merge(DoubleSingle& total, const DoubleSingle& other) {
  double_single_add(total, other.hi);
  total.lo += other.lo;
}

/// The number as a Real.
template <class Real>
GT_FN Real joined(const DoubleSingle& value) {
  return static_cast<Real>(value.hi) + static_cast<Real>(value.lo);
}

}  // namespace simt
}  // namespace gputest

// Numbers of two floats, the second what the first rounds away (Knuth, TAOCP 2, 4.2.2).
#pragma once

#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// hi + lo, lo below half the last place of hi.
struct DoubleSingle {
  float hi, lo;
};

/// What a double keeps of its digits in two floats: 48 bits of 53.
GT_FN DoubleSingle split(double value) {
  const float hi = static_cast<float>(value);
  return {hi, static_cast<float>(value - hi)};
}

/// Adds a float to two. Knuth's two-sum finds what the first addition rounds away, exactly.
GT_FN void double_single_add(DoubleSingle& total, float term) {
  const float sum = total.hi + term;
  const float taken = sum - total.hi;
  total.lo += (total.hi - (sum - taken)) + (term - taken);
  total.hi = sum;
}

/// Adds such a number to another.
GT_FN void double_single_merge(DoubleSingle& total, const DoubleSingle& other) {
  double_single_add(total, other.hi);
  total.lo += other.lo;
}

/// The number as one.
template <class Real>
GT_FN Real joined(const DoubleSingle& value) {
  return static_cast<Real>(value.hi) + static_cast<Real>(value.lo);
}

}  // namespace simt
}  // namespace gputest

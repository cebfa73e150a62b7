// 1/r and 1/r^3 from r^2 with the hardware's reciprocal square root, for the kernels that are
// limited by issue slots (docs/notes/gravity.md). The others use the pair function of
// common/gravity/pair.h.
#pragma once

#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// 1/r and 1/r^3.
template <class Real>
struct InverseDistance {
  Real inverse, cube;
};

// The least r^2 that does not count as 0. Below it are the subnormal numbers, which the hardware's
// reciprocal square root treats as 0.
template <class Real>
struct LeastSquare;
/// In single precision.
template <>
struct LeastSquare<float> {
  static constexpr float value = 1.17549435e-38f;
};
/// In double precision.
template <>
struct LeastSquare<double> {
  static constexpr double value = 2.2250738585072014e-308;
};

/// From r^2 + eps^2 in fp32: one estimate, good to one or two units in the last place, and two
/// products.
template <class Simt, bool Unsoftened>
GT_FN InverseDistance<float> inverse_distance(float r2) {
  float y = Simt::rsqrt(r2);
  if (Unsoftened) y = r2 < LeastSquare<float>::value ? 0.0f : y;
  return {y, y * y * y};
}

/// In fp64: an estimate y good to 2^-19 or better, and one step of third order. With e = 1 - r^2
/// y^2, 1/r = y (1-e)^(-1/2) and 1/r^3 = y^3 (1-e)^(-3/2), each truncated after e^2. The relative
/// truncation error is below 2^-55. The cube takes six operations, against about twenty for
/// rsqrt(double).
template <class Simt, bool Unsoftened>
GT_FN InverseDistance<double> inverse_distance(double r2) {
  double y = Simt::rsqrt_estimate(r2);
  if (Unsoftened) y = r2 < LeastSquare<double>::value ? 0.0 : y;
  const double y2 = y * y;
  const double y3 = y2 * y;
  const double e = fma(-r2, y2, 1.0);
  return {fma(y * e, fma(0.375, e, 0.5), y), fma(y3 * e, fma(1.875, e, 1.5), y3)};
}

}  // namespace simt
}  // namespace gputest

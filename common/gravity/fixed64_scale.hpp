// The unit in which gravity_fixed64 adds up.
#pragma once

#include <cmath>

namespace gputest {

/// The scale of gravity_fixed64: the largest power of two with which no sum can overflow. `closest`
/// is the softening or, without it, a lower bound of the bodies' distances: |a| <= M / closest^2
/// and sum of m/r <= M / closest. An interaction is rounded to half of 1/scale. So a sum of n is
/// off by at most n/2 units, and typically by about sqrt(n)/4.
inline double fixed64_scale(double total_mass, double closest) {
  const double bound = total_mass * std::fmax(1 / (closest * closest), 1 / closest);
  return std::ldexp(1.0, 61 - static_cast<int>(std::ceil(std::log2(bound))));
}

}  // namespace gputest

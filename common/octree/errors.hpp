// How far off an approximation of gravity is: what is found on the host, in double precision, of a
// sample of bodies.
#pragma once

#include <vector>

#include "common/octree/oracle.hpp"

namespace gputest {

/// What is found of the sampled bodies.
struct WalkErrors {
  double theta = 0;
  double median = 0, of_90 = 0, of_99 = 0, of_999 = 0, largest = 0;  ///< of |Δa| / |a|
  double direct = 0;       ///< bodies that a body meets by themselves, on average
  double approximate = 0;  ///< cells that it meets as a whole
};

/// The median acceleration, to which θ refers; 1 where that is 0.
double usual_pull(const std::vector<TreePull>& pulls);

/// The error that so large a share of them do not pass, of sorted errors.
double quantile(const std::vector<double>& sorted, double share);

/// Of the sampled bodies' errors, in any order, and θ.
WalkErrors errors_at(double theta, std::vector<double> errors, double direct, double approximate);

/// The largest θ, up to 1 and to so many bits, whose error of 99 % is not above `wanted`, by
/// at(θ); that of 0 if none is.
template <class At>
auto largest_theta(double wanted, int bits, const At& at) {
  const auto meets = [&](const WalkErrors& errors) { return errors.of_99 <= wanted; };
  auto best = at(1.0);
  if (meets(best)) return best;
  best = {};
  double step = 0.5;
  for (int bit = 0; bit < bits; ++bit, step /= 2) {
    const auto errors = at(best.theta + step);
    if (meets(errors)) best = errors;
  }
  return best.theta > 0 ? best : at(0.0);
}

}  // namespace gputest

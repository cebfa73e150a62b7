// The error of an approximation of gravity: found on the host, in double precision, from a sample
// of bodies.
#pragma once

#include <vector>

#include "common/octree/oracle.hpp"

namespace gputest {

/// The errors and interactions of the sampled bodies.
struct WalkErrors {
  double theta = 0;
  double median = 0, of_90 = 0, of_99 = 0, of_999 = 0, largest = 0;  ///< quantiles of |Δa| / |a|
  double direct = 0;       ///< bodies that a body interacts with directly, on average
  double approximate = 0;  ///< cells that it interacts with as a whole
};

/// The median acceleration, on which θ is based; 1 if it is 0.
double usual_pull(const std::vector<TreePull>& pulls);

/// The error that the fraction `share` of sorted errors does not exceed.
double quantile(const std::vector<double>& sorted, double share);

/// Summarises the sampled bodies' errors, given in any order, and θ.
WalkErrors errors_at(double theta, std::vector<double> errors, double direct, double approximate);

/// The result at(θ) of the largest θ, up to 1 and to `bits` bits, for which 99 % of the errors are
/// at most `wanted`; the result at(0) if there is none.
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

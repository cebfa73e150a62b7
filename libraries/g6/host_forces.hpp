// Forces and neighbours that the host computes: what no kernel is asked for.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace gputest::libraries {

/// Of one particle i.
struct G6Force {
  std::array<double, 3> acceleration{}, jerk{};
  double potential = 0;
  double nearest_r2 = 0;  ///< 0 where there is no other particle
  int nearest = 0;        ///< an index; its own where there is no other

  bool is_finite() const;
};

/// Particles j where they are now, in double precision.
struct PredictedParticles {
  std::vector<double> x, y, z, m, vx, vy, vz;
  std::vector<int> index;

  std::size_t count() const { return index.size(); }
};

/// What all but those of index `own` do at x to what moves with v. What is at distance 0 without
/// softening adds nothing but may be nearest.
G6Force force_on(const PredictedParticles& particles, int own, const double* x, const double* v,
                 double eps2);

/// The indices of those nearer to x than the root of h2, but `own`.
std::vector<int> neighbours_of(const PredictedParticles& particles, int own, const double* x,
                               double h2);

}  // namespace gputest::libraries

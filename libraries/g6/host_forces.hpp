// Forces and neighbours that the host computes, for the cases that no kernel handles.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace gputest::libraries {

/// The force on one particle i.
struct G6Force {
  std::array<double, 3> acceleration{}, jerk{};
  double potential = 0;
  double nearest_r2 = 0;  ///< 0 if there is no other particle
  int nearest = 0;        ///< its index; the particle's own if there is no other

  bool is_finite() const;
};

/// Particles j predicted to the present time, in double precision.
struct PredictedParticles {
  std::vector<double> x, y, z, m, vx, vy, vz;
  std::vector<int> index;

  std::size_t count() const { return index.size(); }
};

/// The force on a particle at x with velocity v by all particles except those of index `own`.
/// Without softening a particle at distance 0 adds nothing but may be nearest.
G6Force force_on(const PredictedParticles& particles, int own, const double* x, const double* v,
                 double eps2);

/// The indices, except `own`, of the particles nearer to x than the root of h2.
std::vector<int> neighbours_of(const PredictedParticles& particles, int own, const double* x,
                               double h2);

}  // namespace gputest::libraries

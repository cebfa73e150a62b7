#include "libraries/g6/host_forces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gputest::libraries {
namespace {

bool all_finite(const std::array<double, 3>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

}  // namespace

bool G6Force::is_finite() const {
  return all_finite(acceleration) && all_finite(jerk) && std::isfinite(potential);
}

G6Force force_on(const PredictedParticles& particles, int own, const double* x, const double* v,
                 double eps2) {
  G6Force force;
  force.nearest = own;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < particles.count(); ++j) {
    if (particles.index[j] == own) continue;
    const double r[3] = {particles.x[j] - x[0], particles.y[j] - x[1], particles.z[j] - x[2]};
    const double u[3] = {particles.vx[j] - v[0], particles.vy[j] - v[1], particles.vz[j] - v[2]};
    const double r2 = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
    if (r2 < least) {
      least = force.nearest_r2 = r2;
      force.nearest = particles.index[j];
    }
    if (r2 + eps2 == 0) continue;
    const double inverse2 = 1 / (r2 + eps2);
    const double over_r = particles.m[j] * std::sqrt(inverse2), over_r3 = over_r * inverse2;
    const double approach = 3 * (r[0] * u[0] + r[1] * u[1] + r[2] * u[2]) * inverse2;
    for (std::size_t c = 0; c < 3; ++c) {
      force.acceleration[c] += over_r3 * r[c];
      force.jerk[c] += over_r3 * (u[c] - approach * r[c]);
    }
    force.potential -= over_r;
  }
  return force;
}

std::vector<int> neighbours_of(const PredictedParticles& particles, int own, const double* x,
                               double h2) {
  std::vector<int> near;
  for (std::size_t j = 0; j < particles.count(); ++j) {
    const double dx = particles.x[j] - x[0], dy = particles.y[j] - x[1], dz = particles.z[j] - x[2];
    if (dx * dx + dy * dy + dz * dz < h2 && particles.index[j] != own)
      near.push_back(particles.index[j]);
  }
  return near;
}

}  // namespace gputest::libraries

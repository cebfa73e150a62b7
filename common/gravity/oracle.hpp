// The right answer for gravity, in double precision from the textbook formula. It shares no code
// with the kernels, so that it cannot share their errors.
#pragma once

#include <cstdint>
#include <vector>

#include "common/particles/particle_set.hpp"

namespace gputest {

/// The field at some of the bodies. With G = 1 and eps2 the square of the softening length:
///   a_i = sum_j m_j (x_j - x_i) / (r^2 + eps2)^(3/2),   j != i
///   m_over_r_i = sum_j m_j / (r^2 + eps2)^(1/2)
/// where the second sum includes j = i unless eps2 is 0, as the kernels' does.
struct GravityField {
  std::vector<std::uint64_t> body;  ///< which bodies; the other arrays have the same order
  std::vector<double> ax, ay, az;
  std::vector<double> m_over_r;
  std::vector<double> sum_of_pulls;  ///< sum_j |f_ij| / m_i; errors of a_i are relative to it
};

/// The field at each listed body from all `particles`. O(bodies * N), parallel; throws
/// Error(interrupted) when interrupted.
GravityField gravity_field(const ParticleSet& particles, double eps2,
                           std::vector<std::uint64_t> bodies);

/// The field at every body from the bodies of `sources` only. O(sources * N), parallel.
GravityField gravity_field_of(const ParticleSet& particles, double eps2,
                              const std::vector<std::uint64_t>& sources);

/// sum_j |f_ij| / m_i of every body to within a fifth, by a tree (J. Barnes and P. Hut, Nature 324,
/// 446, 1986): a node with a radius under 0.7 of its distance counts as one body. O(N log N). It
/// only serves as the scale of errors and is too imprecise for a result.
std::vector<double> pulls_by_tree(const ParticleSet& particles, double eps2);

/// Bounds of a number.
struct Between {
  double low = 0, high = 0;
};

/// Bounds of sum_j m_j / (r^2 + eps2)^(1/2) of every body, as in GravityField::m_over_r, up to
/// rounding. They come from the same tree and hold for all masses that are not negative. O(N log
/// N).
std::vector<Between> m_over_r_by_tree(const ParticleSet& particles, double eps2);

/// Energies. Each pair counts once, and no body with itself.
struct GravityEnergy {
  double kinetic = 0;
  double potential = 0;
};

/// `field` holds every body of `particles`, in order.
GravityEnergy gravity_energy(const ParticleSet& particles, double eps2, const GravityField& field);

}  // namespace gputest

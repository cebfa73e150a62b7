// The right answer for gravity, in double precision from the textbook formula. It shares no code
// with the kernels, so that an error of theirs cannot be its own.
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
  std::vector<std::uint64_t> body;  ///< which bodies; the other arrays run parallel to it
  std::vector<double> ax, ay, az;
  std::vector<double> m_over_r;
  std::vector<double> sum_of_pulls;  ///< sum_j |f_ij| / m_i: what an error of a_i is relative to
};

/// Of each body listed, due to all of `particles`. O(bodies * N), parallel; throws
/// Error(interrupted) when interrupted.
GravityField gravity_field(const ParticleSet& particles, double eps2,
                           std::vector<std::uint64_t> bodies);

/// sum_j |f_ij| / m_i of every body within a fifth, by a tree (J. Barnes and P. Hut, Nature 324,
/// 446, 1986): a node whose radius is under 0.7 of its distance counts as one body. O(N log N). For
/// what errors are relative to; not precise enough for a result.
std::vector<double> pulls_by_tree(const ParticleSet& particles, double eps2);

/// What a number lies between.
struct Between {
  double low = 0, high = 0;
};

/// Where sum_j m_j / (r^2 + eps2)^(1/2) of every body lies, as GravityField::m_over_r has it, but
/// for rounding: bounds from the same tree, which hold for any bodies of masses that are not
/// negative. O(N log N).
std::vector<Between> m_over_r_by_tree(const ParticleSet& particles, double eps2);

/// Energies, each pair counted once and no body with itself.
struct GravityEnergy {
  double kinetic = 0;
  double potential = 0;
};

/// `field` holds every body of `particles`, in order.
GravityEnergy gravity_energy(const ParticleSet& particles, double eps2, const GravityField& field);

}  // namespace gputest

// The right answer for the Hermite scheme's forces, in double precision from the textbook formula.
// It shares no code with the kernels, so that it cannot share their errors.
#pragma once

#include <cstdint>
#include <vector>

#include "common/particles/particle_set.hpp"

namespace gputest {

/// The effect of all other bodies on body i. With G = 1, r = x_j - x_i, v = v_j - v_i, eps2 the
/// square of the softening length and R^2 = r^2 + eps2 (J. Makino and S. J. Aarseth, Publ. Astron.
/// Soc. Japan 44, 141, 1992):
///   a = sum_j m_j r / R^3,   jerk = sum_j m_j (v / R^3 - 3 (r.v) r / R^5)
struct HermiteForce {
  double ax = 0, ay = 0, az = 0;
  double jx = 0, jy = 0, jz = 0;
  double m_over_r = 0;      ///< sum_j m_j / R; the potential is its negative
  double nearest_r2 = 0;    ///< least r^2, without softening; 0 if there is no other body
  double sum_of_pulls = 0;  ///< sum_j m_j |r| / R^3; errors of a are relative to it
  double sum_of_jerks = 0;  ///< sum_j m_j (|v| / R^3 + 3 |r| |v| |r| / R^5); the same for the jerk
};

/// For each listed body. O(bodies * N), parallel; throws Error(interrupted) when interrupted.
std::vector<HermiteForce> hermite_forces(const ParticleSet& particles, double eps2,
                                         const std::vector<std::uint64_t>& bodies);

}  // namespace gputest

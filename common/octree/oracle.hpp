// The right answer for bodies that attract each other, in double precision from the textbook
// formula. It shares no code with the kernels, so that it cannot share their errors.
#pragma once

#include <cstdint>
#include <vector>

#include "common/particles/particle_set.hpp"

namespace gputest {

/// The pull of all bodies on body i. With G = 1, r = x_j - x_i and R^2 = r^2 + eps2:
///   a = sum_j m_j r / R^3
struct TreePull {
  double ax = 0, ay = 0, az = 0;
  double m_over_r = 0;      ///< sum_j m_j / R, including the body itself if eps2 > 0
  double sum_of_pulls = 0;  ///< sum_j m_j |r| / R^3
};

/// The pulls on each listed body. O(bodies * N), parallel; throws Error(interrupted) when
/// interrupted.
std::vector<TreePull> tree_pulls(const ParticleSet& particles, double eps2,
                                 const std::vector<std::uint64_t>& bodies);

}  // namespace gputest

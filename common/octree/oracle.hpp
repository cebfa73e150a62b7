// The right answer for bodies that attract each other, in double precision from the textbook
// formula. It shares no code with the kernels, so that an error of theirs cannot be its own.
#pragma once

#include <cstdint>
#include <vector>

#include "common/particles/particle_set.hpp"

namespace gputest {

/// What all bodies do to body i. With G = 1, r = x_j - x_i and R^2 = r^2 + eps2:
///   a = sum_j m_j r / R^3
struct TreePull {
  double ax = 0, ay = 0, az = 0;
  double m_over_r = 0;      ///< sum_j m_j / R, the body itself included where eps2 > 0
  double sum_of_pulls = 0;  ///< sum_j m_j |r| / R^3
};

/// Of each body listed. O(bodies * N), parallel; throws Error(interrupted) when interrupted.
std::vector<TreePull> tree_pulls(const ParticleSet& particles, double eps2,
                                 const std::vector<std::uint64_t>& bodies);

}  // namespace gputest

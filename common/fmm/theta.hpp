// How far off the method is with some θ, and which θ meets an accuracy: found on the host, in
// double precision.
#pragma once

#include <cstdint>
#include <vector>

#include "common/octree/errors.hpp"
#include "common/octree/oracle.hpp"
#include "common/particles/particle_set.hpp"

namespace gputest {

/// What the method does to some bodies.
struct FmmErrors : WalkErrors {
  std::uint64_t listed = 0;  ///< numbers that lists take in the pool
};

namespace fmm {
/// What gt_look_at() takes.
struct Opening {
  double theta;  ///< times the distance, that a cell's radius is below
  double share;  ///< of a cell's pull that is its tolerance
};
/// Of θ, where errors of `accuracy` are wanted: however large θ is, a cell alone is off by about
/// the accuracy at most, from degree 6 on by twice that, and all cells on one side of a body by
/// about five times as much.
Opening opening_of(double theta, int degree, double accuracy = 1);
}  // namespace fmm

/// With expansions to that degree, 4, 6 or 10; `pulls` are the right ones of `bodies`. With a
/// positive `wanted`, θ is the largest, up to 1 and to 8 bits, whose error of 99 % is not above it.
/// The opening is that of θ and the accuracy. Throws Error(interrupted) when interrupted.
FmmErrors fmm_errors(const ParticleSet& particles, double eps2, int degree, double theta,
                     double wanted, const std::vector<std::uint64_t>& bodies,
                     const std::vector<TreePull>& pulls, double accuracy = 1);

}  // namespace gputest

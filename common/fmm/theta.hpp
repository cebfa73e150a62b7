// The error of the method for some θ, and the θ that meets an accuracy: found on the host, in
// double precision.
#pragma once

#include <cstdint>
#include <vector>

#include "common/octree/errors.hpp"
#include "common/octree/oracle.hpp"
#include "common/particles/particle_set.hpp"

namespace gputest {

/// The errors and costs of the method for some bodies.
struct FmmErrors : WalkErrors {
  std::uint64_t listed = 0;  ///< numbers that the lists take in the pool
};

namespace fmm {
/// The criteria of gt_look_at().
struct Opening {
  double theta;  ///< limit of a cell's radius over the distance
  double share;  ///< tolerance as a share of a cell's pull
};
/// The criteria for θ if errors of `accuracy` are wanted. However large θ is, a single cell is off
/// by at most about the accuracy, from degree 6 on twice that. All cells on one side of a body are
/// off by at most about five times as much.
Opening opening_of(double theta, int degree, double accuracy = 1);
}  // namespace fmm

/// Errors with expansions of degree 4, 6 or 10; `pulls` are the right accelerations of `bodies`.
/// With a positive `wanted`, θ is the largest value, up to 1 and in steps of 2^-8, with which 99 %
/// of the errors are not above it. The criteria follow from θ and the accuracy. Throws
/// Error(interrupted) when interrupted.
FmmErrors fmm_errors(const ParticleSet& particles, double eps2, int degree, double theta,
                     double wanted, const std::vector<std::uint64_t>& bodies,
                     const std::vector<TreePull>& pulls, double accuracy = 1);

}  // namespace gputest

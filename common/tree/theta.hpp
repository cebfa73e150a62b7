// How far off a walk with some θ is, and which θ meets an accuracy: found on the host, in double
// precision, of a sample of bodies.
#pragma once

#include <cstdint>
#include <vector>

#include "common/particles/particle_set.hpp"
#include "common/tree/oracle.hpp"

namespace gputest {

/// What the walks of the sampled bodies give.
struct WalkErrors {
  double theta = 0;
  double median = 0, of_90 = 0, of_99 = 0, of_999 = 0, largest = 0;  ///< of |Δa| / |a|
  double direct = 0;       ///< bodies that a body meets by themselves, on average
  double approximate = 0;  ///< cells that it meets as a whole
};

/// What kernels take for θ, where `pull` is the usual acceleration: gt_opening2().
double reach_of(double theta, double pull);

/// The median acceleration, to which θ refers; 1 where that is 0.
double usual_pull(const std::vector<TreePull>& pulls);

/// The error that so large a share of them do not pass, of sorted errors.
double quantile(const std::vector<double>& sorted, double share);

/// Of walks over such a tree as the kernels', for groups of 32 bodies; `pulls` are the right ones
/// of `bodies`. With a positive `wanted`, θ is the largest, up to 1 and to 10 bits, whose error of
/// 99 % is not above it. Throws Error(interrupted) when interrupted.
WalkErrors walk_errors(const ParticleSet& particles, double eps2, bool quadrupole, double theta,
                       double wanted, const std::vector<std::uint64_t>& bodies,
                       const std::vector<TreePull>& pulls);

}  // namespace gputest

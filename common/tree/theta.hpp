// Finds the error of a walk with some θ, and the θ that meets an accuracy: on the host, in double
// precision, from a sample of bodies.
#pragma once

#include <cstdint>
#include <vector>

#include "common/octree/cell.hpp"
#include "common/octree/errors.hpp"
#include "common/octree/oracle.hpp"
#include "common/particles/particle_set.hpp"

namespace gputest {

/// The kernels' parameter for θ: see gt_opening2() and, for octupoles, gt_octupole_opening2().
/// `pull` is the usual acceleration, or 0 if only their edges open cells.
double reach_of(double theta, double pull, tree::Multipole multipole);

/// The errors of walks over a tree like the kernels', for groups of 32 bodies. `pull` is as for
/// reach_of(); `pulls` are the right ones of `bodies`. If `wanted` is positive, θ is the largest
/// value, up to 1 and to 10 bits, for which 99 % of the errors are at most `wanted`. Throws
/// Error(interrupted) when interrupted.
WalkErrors walk_errors(const ParticleSet& particles, double eps2, tree::Multipole multipole,
                       double pull, double theta, double wanted,
                       const std::vector<std::uint64_t>& bodies,
                       const std::vector<TreePull>& pulls);

}  // namespace gputest

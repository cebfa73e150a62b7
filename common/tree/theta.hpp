// How far off a walk with some θ is, and which θ meets an accuracy: found on the host, in double
// precision, of a sample of bodies.
#pragma once

#include <cstdint>
#include <vector>

#include "common/octree/cell.hpp"
#include "common/octree/errors.hpp"
#include "common/octree/oracle.hpp"
#include "common/particles/particle_set.hpp"

namespace gputest {

/// What kernels take for θ, where `pull` is the usual acceleration, or 0 where cells are opened by
/// their edges alone: gt_opening2() and, with octupoles, gt_octupole_opening2().
double reach_of(double theta, double pull, tree::Multipole multipole);

/// Of walks over such a tree as the kernels', for groups of 32 bodies, where `pull` is as for
/// reach_of(); `pulls` are the right ones of `bodies`. With a positive `wanted`, θ is the
/// largest, up to 1 and to 10 bits, whose error of 99 % is not above it. Throws Error(interrupted)
/// when interrupted.
WalkErrors walk_errors(const ParticleSet& particles, double eps2, tree::Multipole multipole,
                       double pull, double theta, double wanted,
                       const std::vector<std::uint64_t>& bodies,
                       const std::vector<TreePull>& pulls);

}  // namespace gputest

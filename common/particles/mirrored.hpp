// Particles mirrored along axes: forces on them are mirrored exactly, in every algorithm.
#pragma once

#include <cstdint>

#include "common/core/arguments.hpp"
#include "common/particles/particle_set.hpp"

namespace gputest {

/// The number of ways to mirror, each axis or not. Way k mirrors the axes of its bits, x first.
constexpr std::uint32_t kMirrorings = 8;

/// Mirrors positions and velocities; the box stays.
ParticleSet mirrored(ParticleSet particles, std::uint32_t way);

/// Mirrors the first three components of each vector.
HostArray mirrored(HostArray vectors, std::uint32_t way);

}  // namespace gputest

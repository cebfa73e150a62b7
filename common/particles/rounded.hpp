// Rounds particles to a kernel's precision.
#pragma once

#include "common/core/precision.hpp"
#include "common/particles/particle_set.hpp"

namespace gputest {

/// The particles as a kernel of that precision gets them: every position, velocity and mass is
/// rounded.
ParticleSet rounded(const ParticleSet& particles, Precision precision);

}  // namespace gputest

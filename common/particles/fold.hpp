// Positions outside a box that is periodic along some axes.
#pragma once

#include <cstdint>

#include "common/particles/particle_set.hpp"

namespace gputest {

/// Folds the positions along periodic axes.
void fold(ParticleSet& particles);

/// The same for the particles of a file. Throws Error(bad_input) for a position that is more than
/// 1e6 edges away, because it has lost too many digits.
void fold_given(ParticleSet& particles);

/// How many particles are outside the box along a periodic axis.
std::uint64_t count_outside(const ParticleSet& particles);

}  // namespace gputest

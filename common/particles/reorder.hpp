// Reorders particles.
#pragma once

#include <cstdint>
#include <vector>

#include "common/particles/particle_set.hpp"

namespace gputest {

/// Puts particle order[k], with all its data, in the k-th place. `order` has each place once.
void reorder(ParticleSet& particles, const std::vector<std::uint32_t>& order);

}  // namespace gputest

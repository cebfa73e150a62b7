// Particles in another order.
#pragma once

#include <cstdint>
#include <vector>

#include "common/particles/particle_set.hpp"

namespace gputest {

/// Puts particle order[k] in the k-th place, with all that belongs to it. `order` has each place
/// once.
void reorder(ParticleSet& particles, const std::vector<std::uint32_t>& order);

}  // namespace gputest

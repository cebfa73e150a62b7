// Ions on a rock-salt lattice, for the families whose particles have types or charges.
#pragma once

#include <cstdint>

#include "common/particles/particle_set.hpp"

namespace gputest {

/// n ions of two types in turns on a simple cubic lattice with a distance of 1, each coordinate off
/// by up to 0.05, in a cube of an even number of places along an edge, which is the box. The charge
/// is 1 and the mass 1 of one type, and -1 and 1.5 of the other. As reproducible as
/// generate_plummer().
ParticleSet generate_ions(std::uint64_t n, std::uint64_t seed, bool periodic);

}  // namespace gputest

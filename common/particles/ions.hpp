// Ions on a rock-salt lattice, for the families whose particles have types or charges.
#pragma once

#include <array>
#include <cstdint>

#include "common/particles/particle_set.hpp"

namespace gputest {

/// n ions of two types in turns on a simple cubic lattice with a distance of 1, each coordinate off
/// by up to 0.05, in a cube of an even number of places along an edge, which is the box. The charge
/// is 1 and the mass 1 of one type, and -1 and 1.5 of the other. As reproducible as
/// generate_plummer().
ParticleSet generate_ions(std::uint64_t n, std::uint64_t seed, bool periodic);

/// A crystal of the structure of NaCl in a cube.
struct RockSalt {
  double spacing = 1;                ///< between neighbours, half the lattice constant
  std::array<double, 2> mass{1, 1};  ///< of ions of charge 1 and -1
  double jitter = 0;                 ///< of each coordinate at most, in spacings
  double room = 1;                   ///< edge of the box over that of the crystal in its middle
};
/// n ions likewise; all places of a cube where n is that of an even number along an edge. At rest.
ParticleSet generate_rock_salt(std::uint64_t n, std::uint64_t seed, bool periodic,
                               const RockSalt& crystal);

}  // namespace gputest

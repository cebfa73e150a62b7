// Ions on a rock-salt lattice, for families in which particles have types or charges.
#pragma once

#include <array>
#include <cstdint>

#include "common/particles/particle_set.hpp"

namespace gputest {

/// n ions of two alternating types on a simple cubic lattice with a distance of 1. Each coordinate
/// is off by up to 0.05. The box is a cube with an even number of places along an edge. One type
/// has charge 1 and mass 1, the other charge -1 and mass 1.5. As reproducible as
/// generate_plummer().
ParticleSet generate_ions(std::uint64_t n, std::uint64_t seed, bool periodic);

/// A crystal with the structure of NaCl in a cube.
struct RockSalt {
  double spacing = 1;                ///< between neighbours, half the lattice constant
  std::array<double, 2> mass{1, 1};  ///< of ions of charge 1 and -1
  double jitter = 0;                 ///< the largest per coordinate, in spacings
  double room = 1;                   ///< edge of the box over that of the crystal in its middle
};
/// n ions likewise; they fill the cube if n is the volume of one with an even number of places
/// along an edge. At rest.
ParticleSet generate_rock_salt(std::uint64_t n, std::uint64_t seed, bool periodic,
                               const RockSalt& crystal);

}  // namespace gputest

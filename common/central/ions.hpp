// The particles of central forces: a rock-salt lattice, or a file's, with a type each.
#pragma once

#include <cstdint>
#include <vector>

#include "common/particles/particle_set.hpp"

namespace gputest {

/// n ions of two types in turns on a simple cubic lattice with a distance of 1, each coordinate off
/// by up to 0.05, in a cube of an even number of places along an edge, which is the box. A mass is
/// 1 of one type and 1.5 of the other. As reproducible as generate_plummer().
ParticleSet generate_ions(std::uint64_t n, std::uint64_t seed, bool periodic);

/// The masses that there are, ascending: types of particles. Throws Error(bad_input) for more than
/// 16.
std::vector<double> types_by_mass(const ParticleSet& particles);

/// The least distance above 0 between two particles and one that no two are farther apart than, of
/// nearest images along periodic axes; both 1 where there is no pair.
struct DistanceRange {
  double least = 1, most = 1;
};
/// Of all pairs. The least by a sweep along x.
DistanceRange distance_range(const ParticleSet& particles);

}  // namespace gputest

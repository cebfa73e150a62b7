// The types of the particles of central forces, and their least and largest distances.
#pragma once

#include <cstdint>
#include <vector>

#include "common/particles/particle_set.hpp"

namespace gputest {

/// The different masses, ascending: each is a type. Throws Error(bad_input) for more than 16.
std::vector<double> types_by_mass(const ParticleSet& particles);

/// The least distance above 0 between two particles, and an upper bound of all distances. Along
/// periodic axes these are distances of nearest images. Both are 1 if there is no pair.
struct DistanceRange {
  double least = 1, most = 1;
};
/// The range over all pairs; a sweep along x finds the least.
DistanceRange distance_range(const ParticleSet& particles);

}  // namespace gputest

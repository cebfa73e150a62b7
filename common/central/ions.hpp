// What central forces take of their particles: types, and how near and far they are.
#pragma once

#include <cstdint>
#include <vector>

#include "common/particles/particle_set.hpp"

namespace gputest {

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

// Masses that show the precision of every pull.
#pragma once

#include <cstdint>
#include <vector>

#include "common/particles/particle_set.hpp"

namespace gputest {

/// A sum of so few pulls has hardly more than their own roundings.
constexpr std::uint64_t kFewMasses = 8;

/// Particles of which at most kFewMasses have a mass, and their numbers.
struct FewMasses {
  ParticleSet particles;
  std::vector<std::uint64_t> heavy;  ///< ascending
};

/// The same particles with all their mass in a few, which the seed chooses. Their masses differ,
/// and add up to at most the whole.
FewMasses with_few_masses(const ParticleSet& particles, std::uint64_t seed);

}  // namespace gputest

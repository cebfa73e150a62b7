// Two models of galaxies on an orbit about each other.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "common/particles/particle_set.hpp"

namespace gputest {

/// How two models meet. G = 1, and the first one has the mass 1.
struct Encounter {
  double mass_ratio = 1;           ///< of the second model to the first
  double separation = 10;          ///< of their centres
  double impact = 1;               ///< how far apart their centres would pass without gravity
  std::optional<double> velocity;  ///< of one to the other; none: that of a parabola
};

/// Makes a model of so many bodies from a seed: mass 1, the centre of mass at the origin and at
/// rest.
using MakeModel = std::function<ParticleSet(std::uint64_t n, std::uint64_t seed)>;

/// n bodies of two models, which share them as their masses are. The second one has the mass q =
/// mass_ratio, and lengths and velocities times q^(1/3), by which its density is that of the first.
/// They approach each other along x, y is the impact parameter's axis; the centre of mass of both
/// is at the origin and at rest. No box.
///
/// Throws Error(bad_input) for fewer than one body of either, a ratio or separation that is not
/// positive and finite, an impact parameter that is negative or not below the separation, and a
/// velocity that is negative or not finite; and what the model throws.
ParticleSet generate_encounter(const MakeModel& model, std::uint64_t n, std::uint64_t seed,
                               const Encounter& encounter);

}  // namespace gputest

// Two models of galaxies on an orbit about each other.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "common/particles/particle_set.hpp"

namespace gputest {

/// How two models meet. G = 1, and the first model has the mass 1.
struct Encounter {
  double mass_ratio = 1;           ///< of the second model relative to the first
  double separation = 10;          ///< of their centres
  double impact = 1;               ///< distance at which their centres would pass without gravity
  std::optional<double> velocity;  ///< relative velocity; empty: that of a parabola
};

/// Makes a model of n bodies from a seed: mass 1, the centre of mass at the origin and at rest.
using MakeModel = std::function<ParticleSet(std::uint64_t n, std::uint64_t seed)>;

/// n bodies of two models, divided in proportion to their masses. The second one has the mass q =
/// mass_ratio, and its lengths and velocities are scaled by q^(1/3), which gives it the density of
/// the first. They approach each other along x, and the impact parameter is along y. The centre of
/// mass of both is at the origin and at rest. There is no box.
///
/// Throws Error(bad_input) for fewer than one body of either, and for a ratio or separation that is
/// not positive and finite. It also refuses an impact parameter that is negative or not below the
/// separation, and a velocity that is negative or not finite. It also throws the model's errors.
ParticleSet generate_encounter(const MakeModel& model, std::uint64_t n, std::uint64_t seed,
                               const Encounter& encounter);

}  // namespace gputest

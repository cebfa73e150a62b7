// Particles in other units of length and of mass or charge. A kernel that computes in less than the
// claimed precision rounds other digits otherwise; one in the claimed precision hardly differs,
// because a method's cells and orders do not depend on units.
#pragma once

#include <cmath>

#include "common/core/precision.hpp"
#include "common/particles/particle_set.hpp"

namespace gputest {

/// A number in the other units is the given number times one of these. They are no powers of two,
/// which would leave all digits as they are.
struct OtherUnits {
  static constexpr double length = 1.1180339887498949, mass = 1.3228756555322954;

  static constexpr double acceleration = mass / (length * length);
  static constexpr double mass_over_length = mass / length;
  static constexpr double force = mass * acceleration;
  static constexpr double energy = mass * mass_over_length;
};

/// The particles, their charges and their box in the other units.
inline ParticleSet in_other_units(ParticleSet particles) {
  for (auto* values : {&particles.x, &particles.y, &particles.z})
    for (double& value : *values) value *= OtherUnits::length;
  for (auto* values : {&particles.mass, &particles.charge})
    for (double& value : *values) value *= OtherUnits::mass;
  for (auto* values : {&particles.box.low, &particles.box.high})
    for (double& value : *values) value *= OtherUnits::length;
  return particles;
}

/// What a difference of two answers is compared with: the geometric mean of what fp64 and fp32
/// give. Each is off by a factor of 2^14 from it, in opposite directions.
inline double between_precisions(double of_fp64, double of_fp32) {
  return std::sqrt(of_fp64 * of_fp32);
}

}  // namespace gputest

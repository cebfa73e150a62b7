// Particles in other units of length and of mass or charge. A kernel that computes in less than the
// claimed precision rounds other digits otherwise; one in the claimed precision hardly differs,
// because a method's cells and orders do not depend on units.
#pragma once

#include <cmath>

#include "common/core/precision.hpp"
#include "common/particles/particle_set.hpp"

namespace gputest {

/// A number in these units is the given number times a product of these.
struct Units {
  double length = 1, mass = 1;

  double acceleration() const { return mass / (length * length); }
  double mass_over_length() const { return mass / length; }
  double force() const { return mass * acceleration(); }
  double energy() const { return mass * mass_over_length(); }
};

/// No powers of two, which would leave all digits as they are.
constexpr Units kOtherUnits{1.1180339887498949, 1.3228756555322954};

/// The particles, their charges and their box in the units.
inline ParticleSet in_units(ParticleSet particles, const Units& units) {
  for (auto* values : {&particles.x, &particles.y, &particles.z})
    for (double& value : *values) value *= units.length;
  for (auto* values : {&particles.mass, &particles.charge})
    for (double& value : *values) value *= units.mass;
  for (auto* values : {&particles.box.low, &particles.box.high})
    for (double& value : *values) value *= units.length;
  return particles;
}

/// What a difference of two answers is compared with: the geometric mean of what fp64 and fp32
/// give. Each is off by a factor of 2^14 from it, in opposite directions.
inline double between_precisions(double of_fp64, double of_fp32) {
  return std::sqrt(of_fp64 * of_fp32);
}

}  // namespace gputest

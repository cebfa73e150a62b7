#include "common/particles/encounter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "common/core/error.hpp"

namespace gputest {
namespace {

void require(bool holds, const char* what, double value) {
  if (!holds || !std::isfinite(value))
    throw Error(Status::bad_input, fmt::format("{}, not {:g}", what, value));
}

/// Scales positions, velocities and masses.
void scale(ParticleSet& model, double mass, double length) {
  const double velocity = std::sqrt(mass / length);
  for (double& value : model.mass) value *= mass;
  for (auto* values : {&model.x, &model.y, &model.z})
    for (double& value : *values) value *= length;
  for (auto* values : {&model.vx, &model.vy, &model.vz})
    for (double& value : *values) value *= velocity;
}

}  // namespace

ParticleSet generate_encounter(const MakeModel& model, std::uint64_t n, std::uint64_t seed,
                               const Encounter& encounter) {
  const double q = encounter.mass_ratio, separation = encounter.separation,
               impact = encounter.impact;
  require(q > 0, "the ratio of the masses must be positive", q);
  require(separation > 0, "the separation must be positive", separation);
  require(impact >= 0 && impact < separation,
          "the impact parameter must be at least 0 and below the separation", impact);
  const double velocity = encounter.velocity.value_or(std::sqrt(2 * (1 + q) / separation));
  require(velocity >= 0, "the velocity must not be negative", velocity);
  const auto of_first = static_cast<std::uint64_t>(std::llround(static_cast<double>(n) / (1 + q)));
  if (of_first == 0 || of_first >= n)
    throw Error(Status::bad_input,
                fmt::format("{} bodies are too few for two models of masses 1 and {:g}", n, q));

  ParticleSet both = model(of_first, seed);
  ParticleSet second = model(n - of_first, seed + 1);
  scale(second, q, std::cbrt(q));
  // The first model gets the fraction q/(1 + q) of the relative orbit, the second the rest.
  const std::array apart{std::sqrt(separation * separation - impact * impact), impact};
  const auto move = [&](ParticleSet& p, double share) {
    for (double& x : p.x) x += share * apart[0];
    for (double& y : p.y) y += share * apart[1];
    for (double& vx : p.vx) vx -= share * velocity;
  };
  move(both, -q / (1 + q));
  move(second, 1 / (1 + q));
  both.resize(n);
  const auto append = [&](std::vector<double>& to, const std::vector<double>& from) {
    std::copy(from.begin(), from.end(), to.begin() + static_cast<std::ptrdiff_t>(of_first));
  };
  append(both.mass, second.mass);
  append(both.x, second.x);
  append(both.y, second.y);
  append(both.z, second.z);
  append(both.vx, second.vx);
  append(both.vy, second.vy);
  append(both.vz, second.vz);
  return both;
}

}  // namespace gputest

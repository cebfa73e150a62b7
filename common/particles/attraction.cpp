#include "common/particles/attraction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "common/core/checksum.hpp"
#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/particles/generators.hpp"
#include "common/particles/limits.hpp"
#include "common/particles/rounded.hpp"

namespace gputest {
namespace {

/// 1/eps^3 must be finite in the precision, because j = i is included.
double least_eps(Precision precision) { return precision == Precision::fp32 ? 1e-12 : 1e-100; }

/// Two bodies at one place, if there are any.
std::optional<std::pair<std::uint64_t, std::uint64_t>> coincident(const ParticleSet& p) {
  std::vector<std::uint64_t> order(p.size());
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  const auto place = [&](std::uint64_t i) { return std::array{p.x[i], p.y[i], p.z[i]}; };
  std::sort(order.begin(), order.end(),
            [&](std::uint64_t a, std::uint64_t b) { return place(a) < place(b); });
  for (std::size_t k = 1; k < order.size(); ++k)
    if (place(order[k - 1]) == place(order[k])) return std::minmax(order[k - 1], order[k]);
  return std::nullopt;
}

}  // namespace

void refuse_coincident(const ParticleSet& particles, const std::string& where) {
  if (const auto pair = coincident(particles))
    throw Error(Status::bad_input,
                fmt::format("bodies {} and {} lie at the same place{} and eps is 0, so that their "
                            "force is infinite; give --eps a positive value",
                            pair->first, pair->second, where));
}

AttractingBodies attracting_bodies(const WantedBodies& wanted,
                                   std::shared_ptr<const ParticleSet> given, std::uint64_t n,
                                   std::optional<std::uint64_t> seed) {
  if (given != nullptr) n = given->size();
  if (n == 0)
    throw Error(Status::bad_input,
                fmt::format("{} needs at least one body, not n = 0", wanted.family));
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t per_body = wanted.copies * ParticleSet::bytes_per_particle;
  require_host_memory(n > kMost / per_body ? kMost : n * per_body,
                      fmt::format("{} of n = {}", wanted.family, n));
  if (n > kMaxBodies)
    throw Error(Status::bad_input,
                fmt::format("{} takes at most {} bodies, not {}", wanted.family, kMaxBodies, n));
  AttractingBodies bodies;
  if (given != nullptr) {
    const ParticleSet& p = *given;
    bodies.origin["particles"] = "file";
    bodies.origin["checksum"] = wanted.moving
                                    ? checksum({&p.x, &p.y, &p.z, &p.vx, &p.vy, &p.vz, &p.mass})
                                    : checksum({&p.x, &p.y, &p.z, &p.mass});
    bodies.particles = std::move(given);
  } else {
    bodies.origin["particles"] = "plummer";
    bodies.origin["seed"] = seed.value_or(kPlummerSeed);
    bodies.particles =
        std::make_shared<ParticleSet>(generate_plummer(n, seed.value_or(kPlummerSeed)));
  }
  if (wanted.eps == 0) refuse_coincident(*bodies.particles, "");
  return bodies;
}

void refuse_out_of_range(const ParticleSet& particles, const BodyExtent& extent,
                         Precision precision, double eps) {
  extent.refuse_out_of_range(precision, eps);
  if (eps == 0 && precision == Precision::fp32)
    refuse_coincident(rounded(particles, Precision::fp32), " in fp32");
}

BodyExtent::BodyExtent(const ParticleSet& p) {
  for (const auto* values : {&p.x, &p.y, &p.z, &p.mass})
    for (const double value : *values) largest = std::max(largest, std::abs(value));
  for (const double mass : p.mass) largest_mass = std::max(largest_mass, mass);
  for (const auto* values : {&p.x, &p.y, &p.z}) {
    const auto [least, most] = std::minmax_element(values->begin(), values->end());
    farthest = std::hypot(farthest, *most - *least);
  }
}

void BodyExtent::refuse_out_of_range(Precision precision, double eps) const {
  const double limit = precision == Precision::fp32 ? std::numeric_limits<float>::max()
                                                    : std::numeric_limits<double>::max();
  if (std::max(largest, eps) > std::sqrt(limit) / 4)
    throw Error(Status::bad_input,
                fmt::format("a coordinate, mass or eps of {:g} is too large for {}: its square "
                            "overflows",
                            std::max(largest, eps), name(precision)));
  if (eps > 0 && eps < least_eps(precision))
    throw Error(Status::bad_input,
                fmt::format("eps of {:g} is too small for {}, where 1/eps^3 overflows; use 0 or "
                            "at least {:g}",
                            eps, name(precision), least_eps(precision)));
  const double smallest = precision == Precision::fp32 ? std::numeric_limits<float>::min()
                                                       : std::numeric_limits<double>::min();
  if (largest_mass > 0 && std::hypot(farthest, eps) > std::cbrt(largest_mass / smallest))
    throw Error(Status::bad_input,
                fmt::format("bodies up to {:g} apart and eps of {:g} are too far for {}: m/r^3 "
                            "underflows",
                            farthest, eps, name(precision)));
}

BodySpread::BodySpread(const ParticleSet& p) {
  const std::vector<double>* positions[] = {&p.x, &p.y, &p.z};
  for (std::size_t axis = 0; axis < 3; ++axis)
    centre[axis] = std::accumulate(positions[axis]->begin(), positions[axis]->end(), 0.0) /
                   static_cast<double>(p.size());
  std::vector<double> distances(p.size());
  for (std::uint64_t i = 0; i < p.size(); ++i) distances[i] = distance(p, i);
  const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(p.size() / 2);
  std::nth_element(distances.begin(), middle, distances.end());
  median_distance = *middle;
}

double BodySpread::distance(const ParticleSet& p, std::uint64_t i) const {
  return std::hypot(p.x[i] - centre[0], p.y[i] - centre[1], p.z[i] - centre[2]);
}

double drift_of(const ParticleSet& p, const BodySpread& spread, std::uint64_t i, double eps) {
  constexpr double kDecay = 6;
  const double distance = spread.distance(p, i);
  const double digit = eps * static_cast<double>(p.size());
  const double differing = distance > 0 ? spread.median_distance / distance : 1;
  return digit / 3 * std::exp(-kDecay * differing / digit);
}

}  // namespace gputest

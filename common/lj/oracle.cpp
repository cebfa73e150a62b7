#include "common/lj/oracle.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "common/core/interrupt.hpp"

namespace gputest {
namespace {

/// A periodic axis's edge, or 0.
double edge_of(const ParticleSet& p, std::size_t axis) {
  return p.has_box && p.box.periodic[axis] ? p.box.high[axis] - p.box.low[axis] : 0;
}

/// The difference with the least magnitude among a - b and its images; adds the edge to `crossed`
/// if it is an image's.
double nearest(double a, double b, double edge, double& crossed) {
  const double plain = a - b;
  double d = plain;
  if (edge == 0) return d;
  while (d > edge / 2) d -= edge;
  while (d < -edge / 2) d += edge;
  if (d != plain) crossed += edge;
  return d;
}

/// All sums of one particle.
struct Sums {
  LjState state;
  LjScale scale;
  double sum_of_forces = 0;
  LjScale roundings;
  LjScale wrapped;
  LjScale doubt;
};

/// Adds `times` b to a.
void add(LjScale& a, double times, const LjScale& b) {
  a.force += times * b.force;
  a.energy += times * b.energy;
  a.virial += times * b.virial;
}

/// Particles sorted into cubes with an edge of at least `reach`: those within reach of a particle
/// are in its cube or in a neighbouring one.
class Cubes {
 public:
  Cubes(const ParticleSet& p, const double (&edge)[3], double reach) {
    const std::vector<double>* positions[] = {&p.x, &p.y, &p.z};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto [least, most] =
          std::minmax_element(positions[axis]->begin(), positions[axis]->end());
      const bool periodic = edge[axis] > 0;
      const double low = periodic ? p.box.low[axis] : *least;
      const double extent = periodic ? edge[axis] : *most - *least;
      // Limits the cubes per axis, so that they are not more than the particles.
      const double most_cubes = std::max(1.0, std::cbrt(static_cast<double>(p.size())));
      axes_[axis] = {low, extent, 1, periodic};
      axes_[axis].cubes = static_cast<std::int64_t>(
          std::clamp(std::floor(extent / (reach * (1 + 1e-6))), 1.0, most_cubes));
    }
    cube_.resize(p.size());
    for (std::uint64_t i = 0; i < p.size(); ++i) {
      std::int64_t at[3];
      for (std::size_t axis = 0; axis < 3; ++axis) at[axis] = axes_[axis].of((*positions[axis])[i]);
      cube_[i] = number(at[0], at[1], at[2]);
    }
    starts_.assign(static_cast<std::size_t>(axes_[0].cubes * axes_[1].cubes * axes_[2].cubes) + 1,
                   0);
    for (const std::int64_t cube : cube_) ++starts_[static_cast<std::size_t>(cube) + 1];
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    std::vector<std::uint64_t> next(starts_.begin(), starts_.end() - 1);
    members_.resize(p.size());
    for (std::uint64_t i = 0; i < p.size(); ++i)
      members_[next[static_cast<std::size_t>(cube_[i])]++] = i;
  }

  template <class Visit>
  void others(std::uint64_t i, const Visit& visit) const {
    const std::int64_t z = cube_[i] % axes_[2].cubes;
    const std::int64_t y = cube_[i] / axes_[2].cubes % axes_[1].cubes;
    const std::int64_t x = cube_[i] / axes_[2].cubes / axes_[1].cubes;
    for (const std::int64_t a : axes_[0].around(x))
      for (const std::int64_t b : axes_[1].around(y))
        for (const std::int64_t c : axes_[2].around(z)) {
          if (a < 0 || b < 0 || c < 0) continue;
          const auto cube = static_cast<std::size_t>(number(a, b, c));
          for (std::uint64_t k = starts_[cube]; k < starts_[cube + 1]; ++k) visit(members_[k]);
        }
  }

 private:
  struct Axis {
    double low = 0, extent = 0;
    std::int64_t cubes = 1;
    bool periodic = false;

    std::int64_t of(double at) const {
      if (cubes == 1) return 0;
      const double place = std::floor((at - low) / extent * static_cast<double>(cubes));
      return static_cast<std::int64_t>(std::clamp(place, 0.0, static_cast<double>(cubes - 1)));
    }
    /// Its own cube and its neighbours, each once; -1: none.
    std::array<std::int64_t, 3> around(std::int64_t own) const {
      const auto at = [&](std::int64_t cube) {
        if (periodic) return (cube + cubes) % cubes;
        return cube < cubes ? cube : -1;
      };
      if (cubes == 1) return {own, -1, -1};
      if (cubes == 2) return {own, 1 - own, -1};
      return {at(own - 1), own, at(own + 1)};
    }
  };

  std::int64_t number(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return (x * axes_[1].cubes + y) * axes_[2].cubes + z;
  }

  std::array<Axis, 3> axes_;
  std::vector<std::int64_t> cube_;      // of each particle
  std::vector<std::uint64_t> starts_;   // of each cube in members_
  std::vector<std::uint64_t> members_;  // by cube
};

/// The particles that may be nearer than a radius, found by a look at all.
class Around {
 public:
  Around(const ParticleSet& p, const double (&edge)[3], double reach)
      : positions_{p.x.data(), p.y.data(), p.z.data()}, n_(p.size()) {
    const std::vector<double>* positions[] = {&p.x, &p.y, &p.z};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      edge_[axis] = edge[axis] > 0 ? edge[axis] : std::numeric_limits<double>::infinity();
      const auto [least, most] =
          std::minmax_element(positions[axis]->begin(), positions[axis]->end());
      // The nearest image is the particle itself or the next.
      if (!(n_ > 0 && *most - *least <= 1.5 * edge_[axis])) all_ = true;
    }
    reach2_ = reach * reach * (1 + 1e-6);
  }
  template <class Visit>
  void others(std::uint64_t i, const Visit& visit) const {
    const auto along = [&](std::size_t axis, std::uint64_t j) {
      const double d = std::abs(positions_[axis][j] - positions_[axis][i]);
      return std::min(d, std::abs(edge_[axis] - d));
    };
    for (std::uint64_t j = 0; j < n_; ++j) {
      const double dx = along(0, j), dy = along(1, j), dz = along(2, j);
      if (all_ || dx * dx + dy * dy + dz * dz < reach2_) visit(j);
    }
  }

 private:
  const double* positions_[3];
  std::uint64_t n_;
  double edge_[3];
  double reach2_;
  bool all_ = false;
};

template <class Near>
Sums sums_of(const ParticleSet& p, const double (&edge)[3], const PairLaw& law, const LjCut& cut,
             const Near& near, std::uint64_t i) {
  Sums sums;
  const double shift = cut.shifted ? law.terms(std::sqrt(cut.cutoff2)).energy() : 0;
  near.others(i, [&](std::uint64_t j) {
    if (j == i) return;
    double crossed = 0;
    const double dx = nearest(p.x[i], p.x[j], edge[0], crossed);
    const double dy = nearest(p.y[i], p.y[j], edge[1], crossed);
    const double dz = nearest(p.z[i], p.z[j], edge[2], crossed);
    const double squared = dx * dx + dy * dy + dz * dz;
    if (squared >= cut.cutoff2 + cut.rounding) return;
    const double r = std::sqrt(squared);
    const PairTerms terms = law.terms(r);
    const PairRounding rounding = law.rounding(r);
    const double force = terms.repulsion - terms.attraction;  // -du/dr
    const double energy = terms.energy() - shift;
    const double both = terms.repulsion + terms.attraction;
    const LjScale scale{both, (terms.repulsive_energy + terms.attractive_energy) / 2, r * both / 2};
    add(sums.scale, 1, scale);
    add(sums.roundings, rounding.total(), scale);
    add(sums.wrapped, rounding.steepness * crossed / r, scale);
    sums.sum_of_forces += std::abs(force);
    if (std::abs(squared - cut.cutoff2) <= cut.rounding)
      add(sums.doubt, 1, {std::abs(force), std::abs(energy) / 2, std::abs(r * force) / 2});
    else if (rounding.smallest < cut.smallest)
      add(sums.doubt, 1, scale);
    if (squared >= cut.cutoff2) return;
    sums.state.fx += force * dx / r;
    sums.state.fy += force * dy / r;
    sums.state.fz += force * dz / r;
    sums.state.energy += energy / 2;
    sums.state.virial += r * force / 2;
  });
  return sums;
}

template <class Near>
LjField field_of(const ParticleSet& particles, const double (&edge)[3], const PairLaw& law,
                 const LjCut& cut, const Near& near, std::vector<std::uint64_t> listed) {
  LjField field;
  const std::size_t count = listed.size();
  field.particle = std::move(listed);
  field.state.resize(count);
  field.scale.resize(count);
  field.sum_of_forces.resize(count);
  field.roundings.resize(count);
  field.wrapped.resize(count);
  field.doubt.resize(count);
#pragma omp parallel for schedule(dynamic, 16) if (count > 16)
  for (std::size_t k = 0; k < count; ++k) {
    if (interrupted()) continue;
    const Sums sums = sums_of(particles, edge, law, cut, near, field.particle[k]);
    field.state[k] = sums.state;
    field.scale[k] = sums.scale;
    field.sum_of_forces[k] = sums.sum_of_forces;
    field.roundings[k] = sums.roundings;
    field.wrapped[k] = sums.wrapped;
    field.doubt[k] = sums.doubt;
  }
  throw_if_interrupted();
  return field;
}

}  // namespace

LjField lj_field(const ParticleSet& particles, const PairLaw& law, const LjCut& cut,
                 std::vector<std::uint64_t> listed) {
  const double edge[3] = {edge_of(particles, 0), edge_of(particles, 1), edge_of(particles, 2)};
  const Around around(particles, edge, std::sqrt(cut.cutoff2 + cut.rounding));
  return field_of(particles, edge, law, cut, around, std::move(listed));
}

LjField lj_field_of_all(const ParticleSet& particles, const PairLaw& law, const LjCut& cut) {
  std::vector<std::uint64_t> all(particles.size());
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  constexpr std::uint64_t kAllPairs = 16384;
  if (particles.size() <= kAllPairs) return lj_field(particles, law, cut, std::move(all));
  const double edge[3] = {edge_of(particles, 0), edge_of(particles, 1), edge_of(particles, 2)};
  const Cubes cubes(particles, edge, std::sqrt(cut.cutoff2 + cut.rounding));
  return field_of(particles, edge, law, cut, cubes, std::move(all));
}

LjThermodynamics lj_thermodynamics(const ParticleSet& particles, const LjField& field) {
  LjThermodynamics result;
  double virial = 0;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    const double v2 = particles.vx[i] * particles.vx[i] + particles.vy[i] * particles.vy[i] +
                      particles.vz[i] * particles.vz[i];
    result.kinetic += particles.mass[i] * v2 / 2;
    result.potential += field.state[i].energy;
    virial += field.state[i].virial;
  }
  const auto n = static_cast<double>(particles.size());
  result.temperature = n > 1 ? 2 * result.kinetic / (3 * (n - 1)) : 0;
  double volume = 1;
  for (std::size_t axis = 0; axis < 3; ++axis)
    volume *= particles.box.high[axis] - particles.box.low[axis];
  result.pressure = (2 * result.kinetic + virial) / (3 * volume);
  return result;
}

}  // namespace gputest

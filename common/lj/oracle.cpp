#include "common/lj/oracle.hpp"

#include <cmath>

#include "common/core/interrupt.hpp"

namespace gputest {
namespace {

/// A periodic axis's edge, or 0.
double edge_of(const ParticleSet& p, std::size_t axis) {
  return p.has_box && p.box.periodic[axis] ? p.box.high[axis] - p.box.low[axis] : 0;
}

/// The difference that is least in magnitude of a - b and its images; adds the edge to `crossed`
/// where it is an image's.
double nearest(double a, double b, double edge, double& crossed) {
  const double plain = a - b;
  double d = plain;
  if (edge == 0) return d;
  while (d > edge / 2) d -= edge;
  while (d < -edge / 2) d += edge;
  if (d != plain) crossed += edge;
  return d;
}

/// Everything that one particle's sums hold.
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

Sums sums_of(const ParticleSet& p, const double (&edge)[3], const PairLaw& law, const LjCut& cut,
             std::uint64_t i) {
  Sums sums;
  const double shift = cut.shifted ? law.terms(std::sqrt(cut.cutoff2)).energy() : 0;
  for (std::uint64_t j = 0; j < p.size(); ++j) {
    if (j == i) continue;
    double crossed = 0;
    const double dx = nearest(p.x[i], p.x[j], edge[0], crossed);
    const double dy = nearest(p.y[i], p.y[j], edge[1], crossed);
    const double dz = nearest(p.z[i], p.z[j], edge[2], crossed);
    const double squared = dx * dx + dy * dy + dz * dz;
    if (squared >= cut.cutoff2 + cut.rounding) continue;
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
    if (squared >= cut.cutoff2) continue;
    sums.state.fx += force * dx / r;
    sums.state.fy += force * dy / r;
    sums.state.fz += force * dz / r;
    sums.state.energy += energy / 2;
    sums.state.virial += r * force / 2;
  }
  return sums;
}

}  // namespace

LjField lj_field(const ParticleSet& particles, const PairLaw& law, const LjCut& cut,
                 std::vector<std::uint64_t> listed) {
  const double edge[3] = {edge_of(particles, 0), edge_of(particles, 1), edge_of(particles, 2)};
  LjField field;
  const std::size_t count = listed.size();
  field.particle = std::move(listed);
  field.state.resize(count);
  field.scale.resize(count);
  field.sum_of_forces.resize(count);
  field.roundings.resize(count);
  field.wrapped.resize(count);
  field.doubt.resize(count);
#pragma omp parallel for schedule(dynamic, 16)
  for (std::size_t k = 0; k < count; ++k) {
    if (interrupted()) continue;
    const Sums sums = sums_of(particles, edge, law, cut, field.particle[k]);
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

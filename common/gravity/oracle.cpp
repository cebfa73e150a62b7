#include "common/gravity/oracle.hpp"

#include <algorithm>
#include <cmath>

#include "common/core/interrupt.hpp"

// The reference is most of a verified run's time, so it uses the widest vectors the processor has.
// Sanitizers do not support the indirect functions this makes.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define GPUTEST_WIDEST_VECTORS \
  __attribute__((target_clones("default", "arch=haswell", "arch=skylake-avx512")))
#else
#define GPUTEST_WIDEST_VECTORS
#endif

namespace gputest {
namespace {

struct Sums {
  double ax = 0, ay = 0, az = 0, m_over_r = 0, pulls = 0;
};

/// Sums over bodies first … last - 1, of which none lies at distance zero if eps2 is 0.
GPUTEST_WIDEST_VECTORS
Sums sum_over(const double* x, const double* y, const double* z, const double* m, double xi,
              double yi, double zi, double eps2, std::uint64_t first, std::uint64_t last) {
  double ax = 0, ay = 0, az = 0, m_over_r = 0, pulls = 0;
#pragma omp simd reduction(+ : ax, ay, az, m_over_r, pulls)
  for (std::uint64_t j = first; j < last; ++j) {
    const double dx = x[j] - xi;
    const double dy = y[j] - yi;
    const double dz = z[j] - zi;
    const double squared_distance = dx * dx + dy * dy + dz * dz;
    const double r = std::sqrt(squared_distance + eps2);
    const double pull_over_distance = m[j] / (r * r * r);
    ax += pull_over_distance * dx;
    ay += pull_over_distance * dy;
    az += pull_over_distance * dz;
    m_over_r += m[j] / r;
    pulls += pull_over_distance * std::sqrt(squared_distance);
  }
  return {ax, ay, az, m_over_r, pulls};
}

/// Adds over chunks, so that the rounding error grows with the chunks' length and number rather
/// than with N.
Sums field_at(const ParticleSet& p, double eps2, std::uint64_t i) {
  constexpr std::uint64_t kChunk = 512;
  Sums total;
  const auto add = [&](std::uint64_t first, std::uint64_t last) {
    for (; first < last; first += kChunk) {
      const Sums part = sum_over(p.x.data(), p.y.data(), p.z.data(), p.mass.data(), p.x[i], p.y[i],
                                 p.z[i], eps2, first, std::min(last, first + kChunk));
      total.ax += part.ax;
      total.ay += part.ay;
      total.az += part.az;
      total.m_over_r += part.m_over_r;
      total.pulls += part.pulls;
    }
  };
  add(0, i);
  add(i + 1, p.size());
  if (eps2 > 0) total.m_over_r += p.mass[i] / std::sqrt(eps2);
  return total;
}

}  // namespace

GravityField gravity_field(const ParticleSet& particles, double eps2,
                           std::vector<std::uint64_t> bodies) {
  GravityField field;
  const std::size_t count = bodies.size();
  field.body = std::move(bodies);
  for (auto* values : {&field.ax, &field.ay, &field.az, &field.m_over_r, &field.sum_of_pulls})
    values->resize(count);
#pragma omp parallel for schedule(dynamic, 16)
  for (std::size_t k = 0; k < count; ++k) {
    if (interrupted()) continue;
    const Sums sums = field_at(particles, eps2, field.body[k]);
    field.ax[k] = sums.ax;
    field.ay[k] = sums.ay;
    field.az[k] = sums.az;
    field.m_over_r[k] = sums.m_over_r;
    field.sum_of_pulls[k] = sums.pulls;
  }
  throw_if_interrupted();
  return field;
}

GravityEnergy gravity_energy(const ParticleSet& particles, double eps2, const GravityField& field) {
  GravityEnergy energy;
  for (std::uint64_t i = 0; i < particles.size(); ++i) {
    const double v2 = particles.vx[i] * particles.vx[i] + particles.vy[i] * particles.vy[i] +
                      particles.vz[i] * particles.vz[i];
    const double self = eps2 > 0 ? particles.mass[i] / std::sqrt(eps2) : 0;
    energy.kinetic += particles.mass[i] * v2 / 2;
    energy.potential -= particles.mass[i] * (field.m_over_r[i] - self) / 2;
  }
  return energy;
}

}  // namespace gputest

#include "common/hermite/oracle.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/core/interrupt.hpp"
#include "common/core/widest_vectors.hpp"

namespace gputest {
namespace {

/// Adds the effect of bodies first … last - 1 on body i, which is not among them.
GPUTEST_WIDEST_VECTORS
void add_bodies(const ParticleSet& p, double eps2, std::uint64_t i, std::uint64_t first,
                std::uint64_t last, HermiteForce& force) {
  const double *x = p.x.data(), *y = p.y.data(), *z = p.z.data(), *m = p.mass.data();
  const double *vx = p.vx.data(), *vy = p.vy.data(), *vz = p.vz.data();
  const double xi = x[i], yi = y[i], zi = z[i], vxi = vx[i], vyi = vy[i], vzi = vz[i];
  double ax = 0, ay = 0, az = 0, jx = 0, jy = 0, jz = 0, m_over_r = 0, pulls = 0, jerks = 0;
  double nearest = std::numeric_limits<double>::infinity();
#pragma omp simd reduction(+ : ax, ay, az, jx, jy, jz, m_over_r, pulls, jerks) \
    reduction(min : nearest)
  for (std::uint64_t j = first; j < last; ++j) {
    const double rx = x[j] - xi, ry = y[j] - yi, rz = z[j] - zi;
    const double ux = vx[j] - vxi, uy = vy[j] - vyi, uz = vz[j] - vzi;
    const double r2 = rx * rx + ry * ry + rz * rz;
    const double softened = std::sqrt(r2 + eps2);
    const double cubed = softened * softened * softened;
    const double fifth = cubed * softened * softened;
    const double along = 3 * (rx * ux + ry * uy + rz * uz) / fifth;
    const double speed = std::sqrt(ux * ux + uy * uy + uz * uz);
    ax += m[j] * rx / cubed;
    ay += m[j] * ry / cubed;
    az += m[j] * rz / cubed;
    jx += m[j] * (ux / cubed - along * rx);
    jy += m[j] * (uy / cubed - along * ry);
    jz += m[j] * (uz / cubed - along * rz);
    m_over_r += m[j] / softened;
    pulls += m[j] * std::sqrt(r2) / cubed;
    jerks += m[j] * speed * (1 / cubed + 3 * r2 / fifth);
    nearest = r2 < nearest ? r2 : nearest;
  }
  force.ax += ax;
  force.ay += ay;
  force.az += az;
  force.jx += jx;
  force.jy += jy;
  force.jz += jz;
  force.m_over_r += m_over_r;
  force.sum_of_pulls += pulls;
  force.sum_of_jerks += jerks;
  force.nearest_r2 = std::min(force.nearest_r2, nearest);
}

/// Adds in chunks, so that the rounding error grows with the length and number of chunks, not with
/// N.
HermiteForce force_on(const ParticleSet& p, double eps2, std::uint64_t i) {
  constexpr std::uint64_t kChunk = 512;
  HermiteForce force;
  force.nearest_r2 = std::numeric_limits<double>::infinity();
  const auto add = [&](std::uint64_t first, std::uint64_t last) {
    for (; first < last; first += kChunk)
      add_bodies(p, eps2, i, first, std::min(last, first + kChunk), force);
  };
  add(0, i);
  add(i + 1, p.size());
  if (p.size() == 1) force.nearest_r2 = 0;
  return force;
}

}  // namespace

std::vector<HermiteForce> hermite_forces(const ParticleSet& particles, double eps2,
                                         const std::vector<std::uint64_t>& bodies) {
  std::vector<HermiteForce> forces(bodies.size());
#pragma omp parallel for schedule(dynamic, 16) if (bodies.size() * particles.size() > 4096)
  for (std::size_t k = 0; k < bodies.size(); ++k)
    if (!interrupted()) forces[k] = force_on(particles, eps2, bodies[k]);
  throw_if_interrupted();
  return forces;
}

}  // namespace gputest

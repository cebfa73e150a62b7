#include "common/octree/oracle.hpp"

#include <algorithm>
#include <cmath>

#include "common/core/interrupt.hpp"
#include "common/core/widest_vectors.hpp"

namespace gputest {
namespace {

/// Adds the pull of bodies first … last - 1 at the position of body i, which is not among them.
GPUTEST_WIDEST_VECTORS
void add_pulls(const ParticleSet& p, double eps2, std::uint64_t i, std::uint64_t first,
               std::uint64_t last, TreePull& pull) {
  const double *x = p.x.data(), *y = p.y.data(), *z = p.z.data(), *m = p.mass.data();
  const double xi = x[i], yi = y[i], zi = z[i];
  double ax = 0, ay = 0, az = 0, m_over_r = 0, pulls = 0;
#pragma omp simd reduction(+ : ax, ay, az, m_over_r, pulls)
  for (std::uint64_t j = first; j < last; ++j) {
    const double rx = x[j] - xi, ry = y[j] - yi, rz = z[j] - zi;
    const double r2 = rx * rx + ry * ry + rz * rz;
    const double softened = std::sqrt(r2 + eps2);
    const double over_cube = m[j] / (softened * softened * softened);
    ax += over_cube * rx;
    ay += over_cube * ry;
    az += over_cube * rz;
    m_over_r += m[j] / softened;
    pulls += over_cube * std::sqrt(r2);
  }
  pull.ax += ax;
  pull.ay += ay;
  pull.az += az;
  pull.m_over_r += m_over_r;
  pull.sum_of_pulls += pulls;
}

}  // namespace

std::vector<TreePull> tree_pulls(const ParticleSet& particles, double eps2,
                                 const std::vector<std::uint64_t>& bodies) {
  constexpr std::uint64_t kChunk = 4096;  // so that rounding grows with its length and the number
                                          // of chunks
  std::vector<TreePull> pulls(bodies.size());
#pragma omp parallel for schedule(dynamic, 4) if (bodies.size() * particles.size() > 4096)
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    if (interrupted()) continue;
    const std::uint64_t i = bodies[k];
    TreePull pull;
    const auto add = [&](std::uint64_t first, std::uint64_t last) {
      for (; first < last; first += kChunk)
        add_pulls(particles, eps2, i, first, std::min(last, first + kChunk), pull);
    };
    add(0, i);
    add(i + 1, particles.size());
    if (eps2 > 0) pull.m_over_r += particles.mass[i] / std::sqrt(eps2);
    pulls[k] = pull;
  }
  throw_if_interrupted();
  return pulls;
}

}  // namespace gputest

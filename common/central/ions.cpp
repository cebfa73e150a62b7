#include "common/central/ions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "common/cells/periodic_box.hpp"
#include "common/core/error.hpp"

namespace gputest {

std::vector<double> types_by_mass(const ParticleSet& particles) {
  constexpr std::size_t kMost = 16;
  std::set<double> masses;
  for (const double mass : particles.mass) {
    masses.insert(mass);
    if (masses.size() > kMost)
      throw Error(
          Status::bad_input,
          fmt::format("the particles have more than {} different masses: each mass is a type of "
                      "central forces",
                      kMost));
  }
  return {masses.begin(), masses.end()};
}

DistanceRange distance_range(const ParticleSet& p) {
  const std::uint64_t n = p.size();
  const PeriodicEdges edges(p);
  const std::vector<double>* positions[] = {&p.x, &p.y, &p.z};
  double most2 = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto [low, high] = std::minmax_element(positions[axis]->begin(), positions[axis]->end());
    const double extent = edges.edge[axis] > 0 ? edges.edge[axis] / 2 : *high - *low;
    most2 += extent * extent;
  }
  std::vector<std::uint64_t> order(n);
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::uint64_t a, std::uint64_t b) { return p.x[a] < p.x[b]; });
  // The start of the minimum; with some compilers a reduction cannot begin with infinity.
  constexpr double kNone = std::numeric_limits<double>::max();
  double least2 = kNone;
#pragma omp parallel for schedule(dynamic, 64) reduction(min : least2) if (n > 1024)
  for (std::uint64_t k = 0; k < n; ++k)
    for (std::uint64_t step = 1; step < n; ++step) {
      const bool wraps = k + step >= n;
      if (wraps && edges.edge[0] == 0) break;
      const std::uint64_t a = order[k], b = order[(k + step) % n];
      const double dx = p.x[b] - p.x[a] + (wraps ? edges.edge[0] : 0);
      if (dx * dx >= least2) break;
      const double dy = edges.nearest(p.y[b] - p.y[a], 1);
      const double dz = edges.nearest(p.z[b] - p.z[a], 2);
      const double r2 = dx * dx + dy * dy + dz * dz;
      if (r2 > 0) least2 = std::min(least2, r2);
    }
  if (least2 == kNone) return {};
  // The sweep's last step may lie beyond the farthest image.
  return {std::sqrt(least2), std::sqrt(std::max(most2, least2))};
}

}  // namespace gputest

#include "common/cells/grid.hpp"

#include <algorithm>
#include <cmath>

namespace gputest {

Extent::Extent(const ParticleSet& p, const PeriodicEdges& edges) {
  const std::vector<double>* positions[] = {&p.x, &p.y, &p.z};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (edges.edge[axis] > 0) {
      low[axis] = p.box.low[axis];
      length[axis] = edges.edge[axis];
    } else if (p.size() > 0) {
      const auto [least, most] =
          std::minmax_element(positions[axis]->begin(), positions[axis]->end());
      low[axis] = *least;
      length[axis] = *most - *least;
    }
  }
}

Grid::Grid(const Extent& extent, std::uint64_t particles, double least_edge) : low(extent.low) {
  const double most = std::max(1.0, std::cbrt(static_cast<double>(particles)));
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double fit = std::floor(extent.length[axis] / least_edge);
    cells[axis] = static_cast<std::uint32_t>(std::clamp(fit, 1.0, most));
    // If there is only one cell, everything is in it, however the length rounds.
    cells_per_length[axis] = cells[axis] > 1 ? cells[axis] / extent.length[axis] : 0;
  }
}

std::uint32_t Grid::place(double at, std::size_t axis) const {
  const double scaled = (at - low[axis]) * cells_per_length[axis];
  return static_cast<std::uint32_t>(std::clamp(scaled, 0.0, cells[axis] - 1.0));
}

}  // namespace gputest

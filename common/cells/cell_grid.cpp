#include "common/cells/cell_grid.hpp"

#include <algorithm>
#include <cmath>

namespace gputest {
namespace {

constexpr double kMargin = 1 + 1e-9;  // so that rounding puts no neighbour two cells away

}  // namespace

CellGrid::CellGrid(const ParticleSet& particles, const PeriodicEdges& edges, double radius) {
  const std::uint64_t n = particles.size();
  const std::vector<double>* positions[] = {&particles.x, &particles.y, &particles.z};
  std::array<double, 3> low{}, cells_per_length{};
  const double most_an_axis = std::max(1.0, std::cbrt(static_cast<double>(n)));
  for (std::size_t axis = 0; axis < 3; ++axis) {
    periodic_[axis] = edges.edge[axis] > 0;
    double length = edges.edge[axis];
    if (periodic_[axis]) {
      low[axis] = particles.box.low[axis];
    } else if (n > 0) {
      const auto [least, most] =
          std::minmax_element(positions[axis]->begin(), positions[axis]->end());
      low[axis] = *least;
      length = *most - *least;
    }
    const double fit = std::floor(length / (radius * kMargin));
    cells_[axis] = static_cast<std::uint32_t>(std::clamp(fit, 1.0, most_an_axis));
    cells_per_length[axis] = length > 0 ? cells_[axis] / length : 0;
  }

  const std::uint32_t count = cells_[0] * cells_[1] * cells_[2];
  cell_of_.resize(n);
  starts_.assign(count + 1, 0);
  for (std::uint64_t i = 0; i < n; ++i) {
    std::uint32_t at[3];
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double place = ((*positions[axis])[i] - low[axis]) * cells_per_length[axis];
      at[axis] = static_cast<std::uint32_t>(std::clamp(place, 0.0, cells_[axis] - 1.0));
    }
    cell_of_[i] = (at[2] * cells_[1] + at[1]) * cells_[0] + at[0];
    ++starts_[cell_of_[i] + 1];
  }
  for (std::uint32_t cell = 0; cell < count; ++cell) starts_[cell + 1] += starts_[cell];
  order_.resize(n);
  std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
  for (std::uint64_t i = 0; i < n; ++i) order_[next[cell_of_[i]]++] = static_cast<std::uint32_t>(i);
}

std::uint32_t CellGrid::neighbours(std::size_t axis, std::uint32_t at,
                                   std::uint32_t (&near)[3]) const {
  const std::uint32_t m = cells_[axis];
  if (periodic_[axis] && m >= 3) {
    near[0] = (at + m - 1) % m;
    near[1] = at;
    near[2] = (at + 1) % m;
    return 3;
  }
  std::uint32_t count = 0;
  for (std::uint32_t c = at == 0 ? 0 : at - 1; c <= std::min(at + 1, m - 1); ++c) near[count++] = c;
  return count;  // of two cells or fewer along a periodic axis: all
}

}  // namespace gputest

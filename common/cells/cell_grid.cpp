#include "common/cells/cell_grid.hpp"

#include <algorithm>

namespace gputest {
namespace {

constexpr double kMargin = 1 + 1e-9;  // so that rounding puts no neighbour two cells away

}  // namespace

CellGrid::CellGrid(const ParticleSet& particles, const PeriodicEdges& edges, double radius)
    : grid_(Extent(particles, edges), particles.size(), radius * kMargin) {
  const std::uint64_t n = particles.size();
  for (std::size_t axis = 0; axis < 3; ++axis) periodic_[axis] = edges.edge[axis] > 0;
  const auto count = static_cast<std::uint32_t>(grid_.count());
  cell_of_.resize(n);
  starts_.assign(count + 1, 0);
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint32_t x = grid_.place(particles.x[i], 0);
    const std::uint32_t y = grid_.place(particles.y[i], 1);
    const std::uint32_t z = grid_.place(particles.z[i], 2);
    cell_of_[i] = (z * grid_.cells[1] + y) * grid_.cells[0] + x;
    ++starts_[cell_of_[i] + 1];
  }
  for (std::uint32_t cell = 0; cell < count; ++cell) starts_[cell + 1] += starts_[cell];
  order_.resize(n);
  std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
  for (std::uint64_t i = 0; i < n; ++i) order_[next[cell_of_[i]]++] = static_cast<std::uint32_t>(i);
}

std::uint32_t CellGrid::neighbours(std::size_t axis, std::uint32_t at,
                                   std::uint32_t (&near)[3]) const {
  const std::uint32_t m = grid_.cells[axis];
  if (periodic_[axis] && m >= 3) {
    near[0] = (at + m - 1) % m;
    near[1] = at;
    near[2] = (at + 1) % m;
    return 3;
  }
  std::uint32_t count = 0;
  for (std::uint32_t c = at == 0 ? 0 : at - 1; c <= std::min(at + 1, m - 1); ++c) near[count++] = c;
  return count;  // all cells, if a periodic axis has two or fewer
}

}  // namespace gputest

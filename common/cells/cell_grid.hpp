// Sorts particles into cells, so that those within a radius are found among 27 cells.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "common/cells/grid.hpp"
#include "common/cells/periodic_box.hpp"
#include "common/particles/particle_set.hpp"

namespace gputest {

/// Particles sorted into a Grid of cells with edges of at least `radius`.
class CellGrid {
 public:
  /// `radius` must be positive. Positions must be finite and, along periodic axes, in the box.
  CellGrid(const ParticleSet& particles, const PeriodicEdges& edges, double radius);

  const std::array<std::uint32_t, 3>& cells() const { return grid_.cells; }
  std::uint32_t cell_of(std::uint64_t particle) const { return cell_of_[particle]; }

  /// Calls f(j) once for every particle j of the cells that touch cell `cell`, and of that cell
  /// itself.
  template <class F>
  void for_each_near(std::uint32_t cell, F&& f) const {
    const auto& cells = grid_.cells;
    const std::uint32_t at[3] = {cell % cells[0], cell / cells[0] % cells[1],
                                 cell / cells[0] / cells[1]};
    std::uint32_t near[3][3];
    std::uint32_t count[3];
    for (std::size_t axis = 0; axis < 3; ++axis)
      count[axis] = neighbours(axis, at[axis], near[axis]);
    for (std::uint32_t z = 0; z < count[2]; ++z)
      for (std::uint32_t y = 0; y < count[1]; ++y)
        for (std::uint32_t x = 0; x < count[0]; ++x) {
          const std::uint32_t other = (near[2][z] * cells[1] + near[1][y]) * cells[0] + near[0][x];
          for (std::uint32_t k = starts_[other]; k < starts_[other + 1]; ++k) f(order_[k]);
        }
  }

 private:
  /// A cell and the cells along an axis that touch it, without repetition.
  std::uint32_t neighbours(std::size_t axis, std::uint32_t at, std::uint32_t (&near)[3]) const;

  Grid grid_;
  std::array<bool, 3> periodic_{};
  std::vector<std::uint32_t> cell_of_;
  std::vector<std::uint32_t> starts_;  ///< index in order_ of each cell's first particle, and one
                                       ///< past the last
  std::vector<std::uint32_t> order_;   ///< particles by cell, ascending within a cell
};

}  // namespace gputest

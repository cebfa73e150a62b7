// A grid of cells over particles, fine enough that a radius reaches only neighbouring cells.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "common/cells/periodic_box.hpp"
#include "common/particles/particle_set.hpp"

namespace gputest {

/// The space that particles occupy: the box along periodic axes, their own extent along open ones.
struct Extent {
  std::array<double, 3> low{};
  std::array<double, 3> length{};

  Extent(const ParticleSet& particles, const PeriodicEdges& edges);
};

/// Cells with edges of at least `least_edge` (positive), over that extent. Cells are larger if an
/// axis would otherwise have more of them than the cube root of the number of particles.
struct Grid {
  std::array<std::uint32_t, 3> cells{};
  std::array<double, 3> low{};
  std::array<double, 3> cells_per_length{};  ///< 0 along an axis with one cell

  Grid(const Extent& extent, std::uint64_t particles, double least_edge);

  std::uint64_t count() const { return std::uint64_t{cells[0]} * cells[1] * cells[2]; }
  /// The cell along an axis that contains a finite coordinate.
  std::uint32_t place(double at, std::size_t axis) const;
};

}  // namespace gputest

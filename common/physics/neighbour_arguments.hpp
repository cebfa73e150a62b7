// The arguments of a list builder where a kernel is a C++ function: see make_neighbour().
#pragma once

#include <cstdint>

#include "common/core/kernel_call.hpp"
#include "common/physics/lj_arguments.hpp"

namespace gputest {

/// The cells near one, each once: those that touch it, and itself.
struct NearCells {
  std::uint32_t cells[3];
  std::uint32_t first[3];  ///< along each axis, modulo the number of cells
  std::uint32_t count[3];

  GT_MEMBER_FN std::uint32_t number() const { return count[0] * count[1] * count[2]; }
  /// The `which`-th, x fastest.
  GT_MEMBER_FN std::uint32_t cell(std::uint32_t which) const {
    const std::uint32_t x = (first[0] + which % count[0]) % cells[0];
    const std::uint32_t y = (first[1] + which / count[0] % count[1]) % cells[1];
    const std::uint32_t z = (first[2] + which / count[0] / count[1]) % cells[2];
    return (z * cells[1] + y) * cells[0] + x;
  }
};

/// The grid that particles are sorted into.
template <class Real>
struct KernelGrid {
  std::uint32_t cells[3];
  Real low[3];
  Real cells_a_length[3];
  bool wraps[3];  ///< the first and last cells along the axis touch and are not neighbours anyway

  explicit KernelGrid(const KernelCall& call)
      : cells{call.scalar<std::uint32_t>("cells_x"), call.scalar<std::uint32_t>("cells_y"),
              call.scalar<std::uint32_t>("cells_z")},
        low{call.scalar<Real>("low_x"), call.scalar<Real>("low_y"), call.scalar<Real>("low_z")},
        cells_a_length{call.scalar<Real>("cells_a_length_x"), call.scalar<Real>("cells_a_length_y"),
                       call.scalar<Real>("cells_a_length_z")} {
    const KernelBox<Real> box(call);
    for (int axis = 0; axis < 3; ++axis) wraps[axis] = box.edge[axis] > 0 && cells[axis] >= 3;
  }

  GT_MEMBER_FN std::uint32_t number() const { return cells[0] * cells[1] * cells[2]; }

  GT_MEMBER_FN std::uint32_t place(Real at, int axis) const {
    const Real scaled = (at - low[axis]) * cells_a_length[axis];
    if (!(scaled > 0)) return 0;
    const auto cell = static_cast<std::uint32_t>(scaled);
    return cell < cells[axis] ? cell : cells[axis] - 1;
  }
  GT_MEMBER_FN std::uint32_t cell_of(Real x, Real y, Real z) const {
    return (place(z, 2) * cells[1] + place(y, 1)) * cells[0] + place(x, 0);
  }
  GT_MEMBER_FN NearCells near(std::uint32_t cell) const {
    const std::uint32_t at[3] = {cell % cells[0], cell / cells[0] % cells[1],
                                 cell / cells[0] / cells[1]};
    NearCells near_cells;
    for (int axis = 0; axis < 3; ++axis) {
      near_cells.cells[axis] = cells[axis];
      if (wraps[axis]) {
        near_cells.first[axis] = at[axis] + cells[axis] - 1;
        near_cells.count[axis] = 3;
      } else {
        near_cells.first[axis] = at[axis] == 0 ? 0 : at[axis] - 1;
        const std::uint32_t last = at[axis] + 1 < cells[axis] ? at[axis] + 1 : at[axis];
        near_cells.count[axis] = last - near_cells.first[axis] + 1;
      }
    }
    return near_cells;
  }
};

/// Where a builder writes its list.
struct ListTarget {
  std::uint32_t* starts;  ///< k-major: lengths
  std::uint32_t* entries;
  std::uint32_t stride;  ///< 0: csr
  std::uint32_t capacity;

  explicit ListTarget(const KernelCall& call)
      : starts(static_cast<std::uint32_t*>(call.outputs[0])),
        entries(static_cast<std::uint32_t*>(call.outputs[1])),
        stride(call.scalar<std::uint32_t>("stride")),
        capacity(call.scalar<std::uint32_t>("capacity")) {}

  /// Writes j as entry k of i's list, if there is room. Lengths count on where there is none, so
  /// that the host sees it.
  template <bool KMajor>
  GT_MEMBER_FN void write(std::uint32_t i, std::uint32_t k, std::uint32_t j) const {
    if (KMajor) {
      if (k < capacity) entries[static_cast<std::size_t>(k) * stride + i] = j;
    } else {
      if (starts[i] + k < capacity) entries[starts[i] + k] = j;
    }
  }
};

}  // namespace gputest

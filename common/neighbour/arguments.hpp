// The arguments of a list builder if its kernel is a C++ function: see make_neighbour().
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/cells/cell_axis.hpp"
#include "common/cells/kernel_box.hpp"
#include "common/device/kernel_call.hpp"
#include "common/portable/portable.h"

namespace gputest {

/// The cells near one cell, each once: the cells that touch it, and itself.
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

/// `count` cells along an axis, from `first` on, modulo the number of cells.
struct CellRange {
  std::uint32_t first, count;
  std::uint32_t cells;

  /// 2 if the range wraps round the last cell, otherwise 1.
  GT_MEMBER_FN std::uint32_t parts() const { return first + count > cells ? 2 : 1; }
};

/// The grid that particles are sorted into.
template <class Real>
struct KernelGrid {
  std::uint32_t cells[3];
  Real low[3];
  Real cells_per_length[3];
  bool wraps[3];  ///< the first and last cells along the axis touch and would not be neighbours
                  ///< otherwise

  explicit KernelGrid(const KernelCall& call)
      : cells{call.scalar<std::uint32_t>("cells_x"), call.scalar<std::uint32_t>("cells_y"),
              call.scalar<std::uint32_t>("cells_z")},
        low{call.scalar<Real>("low_x"), call.scalar<Real>("low_y"), call.scalar<Real>("low_z")},
        cells_per_length{call.scalar<Real>("cells_per_length_x"),
                         call.scalar<Real>("cells_per_length_y"),
                         call.scalar<Real>("cells_per_length_z")} {
    const KernelBox<Real> box(call);
    for (int axis = 0; axis < 3; ++axis) wraps[axis] = box.edge[axis] > 0 && cells[axis] >= 3;
  }

  GT_MEMBER_FN std::uint32_t number() const { return cells[0] * cells[1] * cells[2]; }

  /// The cell along an axis that contains a coordinate.
  GT_MEMBER_FN std::uint32_t place(Real at, int axis) const {
    return gt_cell_place(at, low[axis], cells_per_length[axis], cells[axis]);
  }
  /// The cells along an axis that can hold neighbours of particles between two coordinates. The
  /// coordinates may be those of images outside the box if the axis is periodic.
  GT_MEMBER_FN CellRange around(Real from, Real to, bool periodic, int axis) const {
    const auto range = gt_cells_around(from, to, periodic, low[axis], cells_per_length[axis],
                                       static_cast<int>(cells[axis]));
    return {range.first, range.count, cells[axis]};
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
      const auto touching = gt_cells_touching(at[axis], cells[axis], wraps[axis]);
      near_cells.first[axis] = touching.first;
      near_cells.count[axis] = touching.count;
    }
    return near_cells;
  }
};

/// Receives the entries of one list, one after another: while room > 0, at next, next + step, ….
struct RowTarget {
  std::uint32_t* next;
  std::size_t step;
  std::uint32_t room;
};

/// The list that a builder writes.
struct ListTarget {
  std::uint32_t* starts;  ///< ell: lengths
  std::uint32_t* entries;
  std::uint32_t stride;  ///< 0: csr
  std::uint32_t capacity;

  explicit ListTarget(const KernelCall& call)
      : starts(static_cast<std::uint32_t*>(call.outputs[0])),
        entries(static_cast<std::uint32_t*>(call.outputs[1])),
        stride(call.scalar<std::uint32_t>("stride")),
        capacity(call.scalar<std::uint32_t>("capacity")) {}

  template <bool Ell>
  GT_MEMBER_FN RowTarget row(std::uint32_t i) const {
    if (Ell) return {entries + i, stride, capacity};
    const std::uint32_t start = starts[i] < capacity ? starts[i] : capacity;
    return {entries + start, 1, capacity - start};
  }

  /// Writes j as entry k of i's list, if there is room. Lengths keep counting if there is none, so
  /// that the host sees the overflow.
  template <bool Ell>
  GT_MEMBER_FN void write(std::uint32_t i, std::uint32_t k, std::uint32_t j) const {
    if (Ell) {
      if (k < capacity) entries[static_cast<std::size_t>(k) * stride + i] = j;
    } else {
      if (starts[i] + k < capacity) entries[starts[i] + k] = j;
    }
  }
};

}  // namespace gputest

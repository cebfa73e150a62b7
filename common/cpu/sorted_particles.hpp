// Particles sorted by cell for the CPU's list builders, and where those write.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "common/core/kernel_call.hpp"
#include "common/physics/lj_arguments.hpp"

namespace gputest::cpu {

/// Sorted particles begin … end - 1.
struct Run {
  std::uint32_t begin, end;
};
inline constexpr std::uint32_t kMostRuns = 27;

/// Positions in the order of their cells, x fastest, one array a component, each longer than n by
/// at least a vector.
template <class Real>
struct SortedParticles {
  std::vector<Real> x, y, z;
  std::vector<std::uint32_t> order;  ///< the number of the k-th sorted particle
  std::vector<std::uint32_t> cell;   ///< of the k-th sorted particle
  std::vector<std::uint32_t> starts;
  std::uint32_t cells[3];
  KernelBox<Real> box;
  bool periodic;
  Real radius2;

  /// From the arguments that make_neighbour() states.
  template <class Bodies>
  SortedParticles(const Bodies& bodies, const KernelCall& call)
      : cells{call.scalar<std::uint32_t>("cells_x"), call.scalar<std::uint32_t>("cells_y"),
              call.scalar<std::uint32_t>("cells_z")},
        box(call),
        periodic(call.constant("periodic") == 1),
        radius2(call.scalar<Real>("radius2")) {
    constexpr std::uint32_t kPadding = 64;
    const auto n = call.scalar<std::uint32_t>("n");
    const Real low[3] = {call.scalar<Real>("low_x"), call.scalar<Real>("low_y"),
                         call.scalar<Real>("low_z")};
    const Real cells_a_length[3] = {call.scalar<Real>("cells_a_length_x"),
                                    call.scalar<Real>("cells_a_length_y"),
                                    call.scalar<Real>("cells_a_length_z")};
    const auto place = [&](Real at, int axis) {
      const Real scaled = (at - low[axis]) * cells_a_length[axis];
      return scaled > 0 ? std::min(static_cast<std::uint32_t>(scaled), cells[axis] - 1) : 0u;
    };
    starts.assign(std::size_t{cells[0]} * cells[1] * cells[2] + 1, 0);
    std::vector<std::uint32_t> cell_of(n);
    for (std::uint32_t i = 0; i < n; ++i) {
      const Body<Real> body = bodies.load(i);
      cell_of[i] = (place(body.z, 2) * cells[1] + place(body.y, 1)) * cells[0] + place(body.x, 0);
      ++starts[cell_of[i] + 1];
    }
    for (std::size_t c = 1; c < starts.size(); ++c) starts[c] += starts[c - 1];
    for (auto* component : {&x, &y, &z}) component->resize(n + kPadding);
    order.resize(n);
    cell.resize(n);
    std::vector<std::uint32_t> next(starts.begin(), starts.end() - 1);
    for (std::uint32_t i = 0; i < n; ++i) {
      const Body<Real> body = bodies.load(i);
      const std::uint32_t k = next[cell_of[i]]++;
      x[k] = body.x;
      y[k] = body.y;
      z[k] = body.z;
      order[k] = i;
      cell[k] = cell_of[i];
    }
  }

  /// The particles of a cell and those that touch it, as few runs; how many.
  std::uint32_t runs_near(std::uint32_t of, Run (&runs)[kMostRuns]) const {
    std::uint32_t near[3][3], count[3];
    const std::uint32_t at[3] = {of % cells[0], of / cells[0] % cells[1], of / cells[0] / cells[1]};
    for (int axis = 0; axis < 3; ++axis) {
      const std::uint32_t m = cells[axis];
      // Of two cells or fewer along a periodic axis, all.
      const bool wraps = box.edge[axis] > 0 && m >= 3;
      const std::uint32_t begin = wraps ? at[axis] + m - 1 : std::max(at[axis], 1u) - 1;
      const std::uint32_t end = wraps ? at[axis] + m + 1 : std::min(at[axis] + 1, m - 1);
      count[axis] = 0;
      for (std::uint32_t c = begin; c <= end; ++c) near[axis][count[axis]++] = c % m;
    }
    std::uint32_t found = 0;
    for (std::uint32_t b = 0; b < count[2]; ++b)
      for (std::uint32_t a = 0; a < count[1]; ++a)
        for (std::uint32_t c = 0; c < count[0]; ++c) {
          const std::uint32_t other = (near[2][b] * cells[1] + near[1][a]) * cells[0] + near[0][c];
          const Run run{starts[other], starts[other + 1]};
          if (found > 0 && runs[found - 1].end == run.begin)
            runs[found - 1].end = run.end;
          else
            runs[found++] = run;
        }
    return found;
  }
};

/// Where a builder writes its list.
struct ListTarget {
  std::uint32_t* starts;  ///< k-major: lengths
  std::uint32_t* entries;
  std::uint32_t stride;  ///< 0: csr
  std::uint32_t capacity;
  bool half;

  explicit ListTarget(const KernelCall& call)
      : starts(static_cast<std::uint32_t*>(call.outputs[0])),
        entries(static_cast<std::uint32_t*>(call.outputs[1])),
        stride(call.scalar<std::uint32_t>("stride")),
        capacity(call.scalar<std::uint32_t>("capacity")),
        half(call.constant("newton3") == 1) {}

  bool k_major() const { return stride != 0; }

  /// Writes j as entry k of i's list, if there is room.
  void write(std::uint32_t i, std::uint32_t k, std::uint32_t j) const {
    if (k_major()) {
      if (k < capacity) entries[std::size_t{k} * stride + i] = j;
    } else if (starts[i] + k < capacity) {
      entries[starts[i] + k] = j;
    }
  }
  /// Of csr, one place on: sum_up() makes starts of lengths.
  void set_length(std::uint32_t i, std::uint32_t length) const {
    starts[k_major() ? i : i + 1] = length;
  }
  void sum_up(std::uint32_t n) const {
    starts[0] = 0;
    for (std::uint32_t i = 0; i < n; ++i) starts[i + 1] += starts[i];
  }
};

}  // namespace gputest::cpu

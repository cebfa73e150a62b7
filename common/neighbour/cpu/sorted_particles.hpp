// Sorts particles by cell for the CPU's list builders.
#pragma once

#include <omp.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "common/cpu/parallel_for.hpp"
#include "common/device/kernel_call.hpp"
#include "common/layout/bodies.hpp"
#include "common/neighbour/arguments.hpp"

namespace gputest::cpu {

/// Sorted particles begin … end - 1, and a shift. The shift is added to a particle's position
/// before it is compared with theirs. Their difference is then that of nearest images.
template <class Real>
struct Run {
  std::uint32_t begin, end;
  Real shift[3];
  bool own;  ///< whether the run contains the particle itself
};

/// Numbers after the last that a vector may read or write.
inline constexpr std::uint32_t kPadding = 64;

/// Positions in the order of their cells, x fastest, one array per component, each longer than n by
/// at least a vector. The cells are those of the arguments, cut in four along x: the search then
/// covers only 9/12 of the volume, and particles of consecutive cells along x form one run.
template <class Real>
class SortedParticles {
 public:
  static constexpr std::uint32_t kMaxRuns = 18;

  std::vector<Real> x, y, z;
  std::vector<std::uint32_t> order;    ///< the number of the k-th sorted particle; padded too
  std::vector<std::uint32_t> cell_of;  ///< of particle i
  KernelBox<Real> box;
  bool nearest;  ///< along a periodic axis of few cells the shift varies within a run
  Real radius2;

  /// Reads the arguments that make_neighbour() describes.
  explicit SortedParticles(const KernelCall& call)
      : cell_of(call.scalar<std::uint32_t>("n")),
        box(call),
        nearest(false),
        radius2(call.scalar<Real>("radius2")),
        grid_(call) {
    grid_.cells[0] *= kCutsOfX;
    grid_.cells_per_length[0] *= Real{kCutsOfX};
    for (int axis = 0; axis < 3; ++axis)
      nearest = nearest || (box.edge[axis] > 0 && !grid_.wraps[axis]);
    for (auto* component : {&x, &y, &z}) component->resize(cell_of.size() + kPadding);
    order.resize(cell_of.size() + kPadding);
    starts_.resize(std::size_t{grid_.number()} + 1);
  }

  /// Sorts the particles; those of one cell keep their order.
  template <class Bodies>
  void sort(const Bodies& bodies) {
    const auto n = static_cast<std::uint32_t>(cell_of.size());
    const auto threads = static_cast<std::uint32_t>(omp_get_max_threads());
    const std::uint32_t part = std::max(kLeastPart, (n + threads - 1) / threads);
    const std::size_t cells = grid_.number();
    next_.resize((n + part - 1) / part * cells);  // counters for each part and cell
    parallel_for(n, part, [&](std::uint32_t first, std::uint32_t last) {
      std::uint32_t* count = next_.data() + first / part * cells;
      std::fill(count, count + cells, 0u);
      for (std::uint32_t i = first; i < last; ++i) {
        const Body<Real> body = bodies.load(i);
        cell_of[i] = grid_.cell_of(body.x, body.y, body.z);
        ++count[cell_of[i]];
      }
    });
    std::uint32_t sum = 0;
    for (std::size_t cell = 0; cell < cells; ++cell) {
      starts_[cell] = sum;
      for (std::size_t k = cell; k < next_.size(); k += cells) {
        const std::uint32_t count = next_[k];
        next_[k] = sum;
        sum += count;
      }
    }
    starts_[cells] = sum;
    parallel_for(n, part, [&](std::uint32_t first, std::uint32_t last) {
      std::uint32_t* next = next_.data() + first / part * cells;
      for (std::uint32_t i = first; i < last; ++i) {
        const Body<Real> body = bodies.load(i);
        const std::uint32_t k = next[cell_of[i]]++;
        x[k] = body.x;
        y[k] = body.y;
        z[k] = body.z;
        order[k] = i;
      }
    });
  }

  /// Sets the runs of particles that can be neighbours of those in a cell; returns how many runs.
  std::uint32_t runs_near(std::uint32_t cell, Run<Real> (&runs)[kMaxRuns]) const {
    const std::uint32_t cells_x = grid_.cells[0], cells_y = grid_.cells[1];
    const std::uint32_t at_y = cell / cells_x % cells_y, at_z = cell / cells_x / cells_y;
    const Stretches along_x = around(0, cell % cells_x), along_y = around(1, at_y),
                    along_z = around(2, at_z);
    std::uint32_t found = 0;
    const auto for_each_cell = [](const Stretches& along, const auto& f) {
      for (std::uint32_t k = 0; k < along.count; ++k)
        for (std::uint32_t at = along.part[k].first; at <= along.part[k].last; ++at)
          f(at, along.part[k].shift);
    };
    for_each_cell(along_z, [&](std::uint32_t k_z, Real shift_z) {
      for_each_cell(along_y, [&](std::uint32_t k_y, Real shift_y) {
        const std::uint32_t row = (k_z * cells_y + k_y) * cells_x;
        for (std::uint32_t k = 0; k < along_x.count; ++k) {
          const Stretch& part = along_x.part[k];
          runs[found++] = {starts_[row + part.first],
                           starts_[row + part.last + 1],
                           {part.shift, shift_y, shift_z},
                           k_y == at_y && k_z == at_z};
        }
      });
    });
    return found;
  }

 private:
  static constexpr std::uint32_t kCutsOfX = 4;
  static constexpr std::uint32_t kLeastPart = 4096;  // particles that are worth a thread

  /// Cells first … last along an axis, and the shift to the images of the particles in them.
  struct Stretch {
    std::uint32_t first, last;
    Real shift;
  };
  struct Stretches {
    std::uint32_t count;
    Stretch part[2];
  };

  /// The cells along an axis that can hold neighbours of particles in cell `at`, each once.
  Stretches around(int axis, std::uint32_t at) const {
    const std::uint32_t cells = grid_.cells[axis], reach = axis == 0 ? kCutsOfX : 1;
    const Real edge = box.edge[axis];
    if (!grid_.wraps[axis]) {
      if (edge > 0) return {1, {{0, cells - 1, 0}}};
      return {1, {{at < reach ? 0 : at - reach, std::min(at + reach, cells - 1), 0}}};
    }
    if (at < reach) return {2, {{at + cells - reach, cells - 1, edge}, {0, at + reach, 0}}};
    if (at + reach < cells) return {1, {{at - reach, at + reach, 0}}};
    return {2, {{at - reach, cells - 1, 0}, {0, at + reach - cells, -edge}}};
  }

  KernelGrid<Real> grid_;
  std::vector<std::uint32_t> starts_;
  std::vector<std::uint32_t> next_;
};

}  // namespace gputest::cpu

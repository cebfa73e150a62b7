// Particles sorted by cell for the CPU's list builders.
#pragma once

#include <cstdint>
#include <vector>

#include "common/device/kernel_call.hpp"
#include "common/neighbour/arguments.hpp"

namespace gputest::cpu {

/// Sorted particles begin … end - 1.
struct Run {
  std::uint32_t begin, end;
};
inline constexpr std::uint32_t kMaxRuns = 27;

/// Numbers past the last that a vector may read or write.
inline constexpr std::uint32_t kPadding = 64;

/// The lists of some sorted particles that follow each other, one after the other.
struct ChunkOfLists {
  std::vector<std::uint32_t> entries;  ///< at least as many as the lengths' sum
  std::vector<std::uint32_t> lengths;
};

/// Positions in the order of their cells, x fastest, one array a component, each longer than n by
/// at least a vector.
template <class Real>
struct SortedParticles {
  std::vector<Real> x, y, z;
  std::vector<std::uint32_t> order;  ///< the number of the k-th sorted particle; padded too
  std::vector<std::uint32_t> cell;   ///< of the k-th sorted particle
  std::vector<std::uint32_t> starts;
  KernelGrid<Real> grid;
  KernelBox<Real> box;
  bool periodic;
  Real radius2;

  /// From the arguments that make_neighbour() states.
  template <class Bodies>
  SortedParticles(const Bodies& bodies, const KernelCall& call)
      : grid(call),
        box(call),
        periodic(call.specialization("periodic") == 1),
        radius2(call.scalar<Real>("radius2")) {
    const auto n = call.scalar<std::uint32_t>("n");
    starts.assign(std::size_t{grid.number()} + 1, 0);
    std::vector<std::uint32_t> cell_of(n);
    for (std::uint32_t i = 0; i < n; ++i) {
      const Body<Real> body = bodies.load(i);
      cell_of[i] = grid.cell_of(body.x, body.y, body.z);
      ++starts[cell_of[i] + 1];
    }
    for (std::size_t c = 1; c < starts.size(); ++c) starts[c] += starts[c - 1];
    for (auto* component : {&x, &y, &z}) component->resize(n + kPadding);
    order.resize(n + kPadding);
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
  std::uint32_t runs_near(std::uint32_t of, Run (&runs)[kMaxRuns]) const {
    const NearCells near = grid.near(of);
    std::uint32_t found = 0;
    for (std::uint32_t which = 0; which < near.number(); ++which) {
      const std::uint32_t other = near.cell(which);
      const Run run{starts[other], starts[other + 1]};
      if (found > 0 && runs[found - 1].end == run.begin)
        runs[found - 1].end = run.end;
      else
        runs[found++] = run;
    }
    return found;
  }
};

}  // namespace gputest::cpu

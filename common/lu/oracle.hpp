// The benchmark LU after its specification: exact solution, first guess, forcing, norms and the
// solver, loop after loop with whole matrices (RNR-94-007, "The NAS Parallel Benchmarks", sections
// 3 and 5).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace gputest::lu {

/// The numbers of a cell: density, three momenta, energy.
using Five = std::array<double, 5>;

/// A cube of `edge`³ cells, x fastest, then y.
struct Grid {
  std::uint32_t edge;
  std::vector<Five> cells;

  explicit Grid(std::uint32_t along);
  std::uint64_t place(std::uint64_t x, std::uint64_t y, std::uint64_t z) const {
    return (z * edge + y) * edge + x;
  }
  Five& at(std::uint64_t x, std::uint64_t y, std::uint64_t z) { return cells[place(x, y, z)]; }
  const Five& at(std::uint64_t x, std::uint64_t y, std::uint64_t z) const {
    return cells[place(x, y, z)];
  }
};

/// The polynomial that solves the equations with forcing(); the cube's edges go from 0 to 1.
Five exact_solution(double x, double y, double z);
/// The same in every cell.
Grid exact_flow(std::uint32_t edge);
/// The exact solution on the cube's faces, blended between them.
Grid first_guess(std::uint32_t edge);
/// The forcing for which the exact solution holds: 0 on the faces.
Grid forcing(std::uint32_t edge);
/// The residual of the equations: 0 on the faces.
Grid residual(const Grid& flow, const Grid& force);

/// The flow after `steps` steps of symmetric successive overrelaxation from `flow`.
Grid solved(Grid flow, const Grid& force, double dt, std::uint32_t steps);

/// For each component the root mean square over inner cells.
Five norm(const Grid& grid);
/// norm() of the difference from the exact solution.
Five error_norm(const Grid& flow);
/// The integral of the pressure over the surface of a box within the cube.
double surface_integral(const Grid& flow);

}  // namespace gputest::lu

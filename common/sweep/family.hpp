// The family "sweep": a loop over a box of cells that depends on itself, over several orders of the
// array.
#pragma once

#include <cstddef>
#include <memory>

namespace gputest {

class Family;

/// The kernel's axis `update` sets how cells are updated:
///
///     neighbours  updated[z][y][x] = (the sum of its six neighbours) mod 1024, in Gauss-Seidel
///                 order: the cells at x - 1, y - 1 and z - 1 are updated ones, the others
///                 old. Cells on the box's faces are copied.
///     components  each cell has five numbers; the fourth becomes (the second + 3 times the fifth)
///                 mod 1024. No cell needs another.
///
/// The layout sets the order of the cells in memory:
///
///     row_major         cell (x, y, z) has index (z ny + y) nx + x
///     diagonals         in each plane z, diagonals ordered by x + y, and the cells of a
///                       diagonal by y, as reorder_diagonal makes it from row_major
///     components_last   [nz][ny][nx][5]
///     components_first  [5][nz][ny][nx]
///
/// --shape=NZ,NY,NX sets the box; its last dimension is the fastest. The three extents are at least
/// 3, with at most 2^31 cells and, with components, 2^31 numbers, because kernels index in 32 bits.
/// "cube" is the box of n cells that is nearest a cube. If n cells make no box with such extents,
/// it has the fewest cells above n that do.
///
/// Arguments: the input "cells" and the output "updated", in the layout; the scalars nx, ny, nz,
/// modulus and its inverse. With components the output is only the fourth, [nz][ny][nx] in either
/// layout, because every number of an output must be an answer.
///
/// Verification is exact. Cells are whole numbers below 1024, a hash of their index and --seed.
/// Every sum, in any order, is a whole number below 6 · 1024, and subtracting multiples of a power
/// of 2 is exact: no operation rounds, in fp32 or in fp64. All cells are compared with the
/// sequential loop in integers, and the tolerance is zero. If a kernel reads an old cell instead of
/// a new one, every sum after it changes. A cell read before it was written is NaN, and so is every
/// sum of it.
///
/// A rate counts cells, including those on the faces. Bytes count each number that a kernel must
/// read or write once: two per cell with neighbours, three with components.
std::unique_ptr<Family> make_sweep();

/// The layout row_major, as seen by kernels in C++.
template <class Real>
struct PlainPlanes {
  using gt_real = Real;
  static constexpr const char* kLayout = "row_major";
  static constexpr std::size_t kArrays = 1;
  const Real* cells;
};
/// The layout diagonals, likewise.
template <class Real>
struct DiagonalPlanes {
  using gt_real = Real;
  static constexpr const char* kLayout = "diagonals";
  static constexpr std::size_t kArrays = 1;
  const Real* cells;
};
/// The layout components_last, likewise.
template <class Real>
struct ComponentsLast {
  using gt_real = Real;
  static constexpr const char* kLayout = "components_last";
  static constexpr std::size_t kArrays = 1;
  const Real* cells;
};
/// The layout components_first, likewise.
template <class Real>
struct ComponentsFirst {
  using gt_real = Real;
  static constexpr const char* kLayout = "components_first";
  static constexpr std::size_t kArrays = 1;
  const Real* cells;
};

}  // namespace gputest

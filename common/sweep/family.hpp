// The family "sweep": a loop over a box of cells that depends on itself, over several orders of the
// array.
#pragma once

#include <cstddef>
#include <memory>

namespace gputest {

class Family;

/// What is done to the cells is the kernel's axis `update`:
///
///     neighbours  updated[z][y][x] = (the sum of the six cells beside it) mod 1024, in the order
///     of
///                 Gauss and Seidel: those at x - 1, y - 1 and z - 1 are updated ones, the others
///                 old. Cells on the box's faces are copied.
///     components  of five numbers a cell, the fourth becomes (the second + 3 times the fifth)
///                 mod 1024. No cell needs another.
///
/// How the cells lie in memory is the layout:
///
///     row_major         cell (x, y, z) has index (z ny + y) nx + x
///     diagonals         of each plane z, its diagonals one behind the other, by x + y, and the
///     cells
///                       of one by y: what reorder_diagonal makes of row_major
///     components_last   [nz][ny][nx][5]
///     components_first  [5][nz][ny][nx]
///
/// --shape=NZ,NY,NX says the box, its last dimension running fastest: three extents of at least 3,
/// at most 2^31 cells, and of components 2^31 numbers, which kernels index in 32 bits. "cube" is
/// the box of n cells that is nearest a cube, or of the next more where those make no box with such
/// extents.
///
/// Arguments: the input "cells" and the output "updated", as the layout says; the scalars nx, ny,
/// nz, modulus and its inverse. Of components the output is the fourth alone, [nz][ny][nx] in
/// either layout, since every number of an output is an answer.
///
/// Verification is exact. Cells are whole numbers below 1024, a hash of their index and --seed.
/// Every sum, in whatever order, is a whole number below 6 · 1024, and to take away multiples of a
/// power of 2 rounds nothing: no operation does, in fp32 or in fp64. All cells are compared with
/// the sequential loop in integers, and the tolerance is zero. A cell that is taken old instead of
/// new, or before it was written, changes every sum after it; what was not written is no number,
/// and neither is a sum of it.
///
/// A rate counts cells, those of the faces among them. Bytes are each number that a kernel must
/// read or write once: of neighbours two a cell, of components three.
std::unique_ptr<Family> make_sweep();

/// The layout row_major, as kernels in C++ see it.
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

// The family "stencil": one sweep of a 7-point stencil over a box of cells.
#pragma once

#include <cstddef>
#include <memory>

namespace gputest {

class Family;

/// A sweep of the 7-point stencil in three dimensions, like one explicit step of the heat equation:
///
///     updated[z][y][x] = c0 cells[z][y][x] + c1 (the sum of its six neighbours)
///
/// over a box of nx × ny × nz cells. Cells on the box's faces are copied (Dirichlet boundary
/// condition), so a box with an edge of 1 or 2 is copied whole.
///
/// The only layout is row_major: cell (x, y, z) has index (z ny + y) nx + x.
///
/// --grid=NXxNYxNZ sets the box. Without it, the box has exactly n cells, the least surface, and
/// its longest edge along x. So 1000 cells are 10 × 10 × 10, 2^20 are 128 × 128 × 64, and a prime
/// number of cells is a line. There are at most 2^31 cells, because kernels index them in 32 bits.
///
/// Arguments: the input "cells" and the output "updated", nx ny nz numbers each; the scalars nx,
/// ny, nz, c0, c1. The property "groups" is the number of thread blocks (work-groups) of the tiled
/// kernels. The box is cut into tiles of 32 cells along x and block / 32 along y. Along z it is cut
/// into equal parts of at least 8 planes, as many as give enough blocks for a GPU. A kernel derives
/// the number of parts from the number of its blocks.
///
/// Verification is exact. Cells are whole numbers of at most 511 in magnitude, a hash of their
/// index and --seed; the coefficients are multiples of 1/256 of at most 16 in magnitude. Every
/// product and every partial sum is then a multiple of 1/256 below 7 · 511 · 16 < 2^16, in any
/// order and fused or not. 24 bits hold it, so no operation rounds, in fp32 or in fp64. The oracle
/// computes in integers, all cells are compared, and the tolerance is zero.
///
/// A rate counts cells, including copied ones; flops are 8 per cell that is not copied; bytes count
/// each array once.
std::unique_ptr<Family> make_stencil();

/// The layout row_major, as seen by kernels in C++.
template <class Real>
struct RowMajorCells {
  using gt_real = Real;
  static constexpr const char* kLayout = "row_major";
  static constexpr std::size_t kArrays = 1;
  const Real* cells;
};

}  // namespace gputest

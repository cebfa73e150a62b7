// Fills the mesh tile by tile from sorted charges. A block has a tile in shared memory and goes
// through the charges that reach it. It writes every point once, and adds up the charges of a point
// in the same order in every run.
#pragma once

#include "common/ewald/simt/pme_columns.hpp"
#include "common/ewald/simt/pme_staged.hpp"

namespace gputest {
namespace simt {

/// Points of a tile along x and along y; along z a tile is as long as a column.
constexpr unsigned kPmeTile = 8;

/// The places of a tile's points in shared memory. Rows are slightly longer than a column, so that
/// points adjacent along y are in different banks.
template <class Real>
struct PmeTile {
  static constexpr unsigned kRow = kColumn + (sizeof(Real) == 8 ? 4 : 8);
  static constexpr unsigned kSize = kPmeTile * kPmeTile * kRow;
};

/// Fills the mesh, for a grid with one block per tile. 32 threads have two planes of the tile along
/// x; each thread has every eighth point along z and every fourth along y. No two threads write the
/// same point, and all threads have equally many points of a charge.
template <class Simt, int Order, class Real>
__global__ void __launch_bounds__(kPmeBlock)
    ewald_pme_fill(ewald::MeshArguments<Real> a, PmeColumns<Real> columns) {
  using Staged = PmeStaged<Real, Order>;
  constexpr unsigned kRow = PmeTile<Real>::kRow, kMostRanges = kRangesOfPlane * (kPmeTile + 7);
  GT_SHARED(Staged, staged, [kPmeBlock]);
  GT_SHARED(Real, tile, [PmeTile<Real>::kSize]);
  GT_SHARED(PmeRange, ranges, [kMostRanges]);
  GT_SHARED(std::uint32_t, ends, [kPmeBlock]);  // of the ranges, laid end to end
  const std::uint32_t tiles_y = (a.points[1] + kPmeTile - 1) / kPmeTile;
  const std::uint32_t y = blockIdx.x % tiles_y * kPmeTile;
  const std::uint32_t piece = blockIdx.x / tiles_y % columns.pieces;
  const std::uint32_t x = blockIdx.x / tiles_y / columns.pieces * kPmeTile;
  const std::uint32_t deep = a.points[0] - x < kPmeTile ? a.points[0] - x : kPmeTile;
  const std::uint32_t wide = a.points[1] - y < kPmeTile ? a.points[1] - y : kPmeTile;
  const std::uint32_t length = columns.length(piece);
  for (unsigned p = threadIdx.x; p < PmeTile<Real>::kSize; p += kPmeBlock) tile[p] = 0;
  ends[threadIdx.x] = 0;
  if (threadIdx.x < kRangesOfPlane * (deep + Order - 1)) {
    const PmeRange range = pme_range<Order>(columns, threadIdx.x, x, y, wide, piece);
    ranges[threadIdx.x] = range;
    ends[threadIdx.x] = range.end - range.first;
  }
  __syncthreads();
  for (unsigned before = 1; before < kPmeBlock; before *= 2) {
    const std::uint32_t sum = threadIdx.x >= before ? ends[threadIdx.x - before] : 0;
    __syncthreads();
    ends[threadIdx.x] += sum;
    __syncthreads();
  }
  const std::uint32_t total = ends[kPmeBlock - 1];
  const auto z_of = static_cast<std::int32_t>(threadIdx.x % 8);
  const auto y_of = static_cast<std::int32_t>(threadIdx.x / 8 % 4);
  const auto x_of = static_cast<std::int32_t>(threadIdx.x / 32 * 2);
  for (std::uint32_t begin = 0; begin < total; begin += kPmeBlock) {
    const std::uint32_t here = total - begin < kPmeBlock ? total - begin : kPmeBlock;
    if (threadIdx.x < here) {
      const std::uint32_t place = begin + threadIdx.x;
      unsigned low = 0, high = kPmeBlock - 1;  // the first range that ends after it
      while (low < high) {
        const unsigned middle = (low + high) / 2;
        if (ends[middle] > place)
          high = middle;
        else
          low = middle + 1;
      }
      const PmeRange& range = ranges[low];
      const Vector4<Real> charge =
          columns.sorted[range.first + place - (low == 0 ? 0 : ends[low - 1])];
      const ewald::MeshPlace<Real> at_x(charge.x, a.points[0]), at_y(charge.y, a.points[1]),
          at_z(charge.z, a.points[2]);
      Staged& mine = staged[threadIdx.x];
      mine.set(0, at_x, range.x - static_cast<std::int32_t>(at_x.point), charge.w);
      mine.set(1, at_y, range.add_y, Real(1));
      mine.set(2, at_z, range.add_z, Real(1));
    }
    __syncthreads();
    for (unsigned k = 0; k < here; ++k) {
      const Staged& charge = staged[k];
      const std::int32_t jz = (z_of - charge.lowest[2]) & 7, pz = charge.lowest[2] + jz;
      const bool reaches = jz < Order && static_cast<std::uint32_t>(pz) < length;
      const Real along_z = reaches ? charge.weight[2 * Order + jz] : Real(0);
      for (std::int32_t px = x_of; px < x_of + 2; ++px) {
        const std::int32_t jx = px - charge.lowest[0];
        if (static_cast<std::uint32_t>(jx) >= Order) continue;
        const Real along_xz = charge.weight[jx] * along_z;
        GT_UNROLL
        for (std::int32_t half = 0; half < 8; half += 4) {
          const std::int32_t jy = ((y_of - charge.lowest[1]) & 3) + half;
          const std::int32_t py = charge.lowest[1] + jy;
          if (reaches && jy < Order && static_cast<std::uint32_t>(py) < kPmeTile)
            tile[(static_cast<unsigned>(px) * kPmeTile + static_cast<unsigned>(py)) * kRow +
                 static_cast<unsigned>(pz)] += along_xz * charge.weight[Order + jy];
        }
      }
    }
    __syncthreads();
  }
  for (unsigned p = threadIdx.x; p < kPmeTile * kPmeTile * kColumn; p += kPmeBlock) {
    const std::uint32_t pz = p % kColumn, py = p / kColumn % kPmeTile, px = p / kColumn / kPmeTile;
    if (pz < length && py < wide && px < deep)
      a.mesh[(std::size_t{x + px} * a.points[1] + y + py) * a.points[2] + piece * kColumn + pz] =
          tile[(px * kPmeTile + py) * kRow + pz];
  }
}

#ifndef GPUTEST_TEXT
/// Adds the passes.
template <class Simt, int Order>
struct PmeSorted {
  template <class Bodies, class Real>
  static void add(const KernelCall& call, Binding& binding, const Bodies& bodies,
                  const ewald::MeshArguments<Real>& a) {
    const PmeColumns<Real> columns = sort_by_column<Simt>(call, binding, bodies, a);
    const std::uint64_t tiles = std::uint64_t{blocks_for(a.points[0], kPmeTile)} *
                                blocks_for(a.points[1], kPmeTile) * columns.pieces;
    add_kernel<Simt, ewald_pme_fill<Simt, Order, Real>>(
        binding, "ewald_pme_fill", static_cast<unsigned>(tiles), kPmeBlock, a, columns);
  }
};
#endif

}  // namespace simt
}  // namespace gputest

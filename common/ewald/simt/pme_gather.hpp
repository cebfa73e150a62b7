// Each point of the mesh gathers the charges that reach it. A thread has a column of points and
// goes through sorted charges. It writes every point once, and adds up the charges of a point in
// the same order in every run.
#pragma once

#include "common/ewald/simt/pme_columns.hpp"

namespace gputest {
namespace simt {

/// Fills the mesh, for a grid with at least as many threads as columns.
template <class Simt, int Order, class Real>
__global__ void __launch_bounds__(kPmeBlock)
    ewald_pme_gather(ewald::MeshArguments<Real> a, PmeColumns<Real> columns) {
  GT_SHARED(Real, sums, [kColumn][kPmeBlock + 1]);
  const std::uint32_t first = blockIdx.x * kPmeBlock, own = first + threadIdx.x;
  for (unsigned z = 0; z < kColumn; ++z) sums[z][threadIdx.x] = 0;
  if (own < columns.count()) {
    const std::uint32_t y = own % a.points[1], piece = own / a.points[1] % columns.pieces;
    const std::uint32_t x = own / a.points[1] / columns.pieces;
    const auto length = static_cast<std::int32_t>(columns.length(piece));
    PmeRange range{0, 0, 0, 0, 0};
    unsigned ranges = 0;
    for (;;) {
      while (range.first == range.end && ranges < kRangesOfPlane * Order)
        range = pme_range<Order>(columns, ranges++, x, y, 1, piece);
      if (range.first == range.end) break;
      const Vector4<Real> charge = columns.sorted[range.first++];
      const ewald::MeshPlace<Real> at_x(charge.x, a.points[0]), at_y(charge.y, a.points[1]),
          at_z(charge.z, a.points[2]);
      const std::int32_t lowest = static_cast<std::int32_t>(at_z.point) + range.add_z - (Order - 1);
      if (lowest >= length) continue;
      // The column is back_x and back_y points below the charge's own point.
      const std::int32_t back_x = range.x;
      const std::int32_t back_y = static_cast<std::int32_t>(at_y.point) + range.add_y;
      Real weight = charge.w, values[GT_MOST_ORDER], slopes[GT_MOST_ORDER], of_column = 0;
      gt_spline(Order, at_x.above, values, slopes);
      GT_UNROLL
      for (int j = 0; j < Order; ++j) of_column = Order - 1 - j == back_x ? values[j] : of_column;
      weight *= of_column;
      gt_spline(Order, at_y.above, values, slopes);
      GT_UNROLL
      for (int j = 0; j < Order; ++j) of_column = Order - 1 - j == back_y ? values[j] : of_column;
      weight *= of_column;
      gt_spline(Order, at_z.above, values, slopes);
      GT_UNROLL
      for (int j = 0; j < Order; ++j) {
        const std::int32_t z = lowest + j;
        if (z >= 0 && z < length) sums[z][threadIdx.x] += weight * values[j];
      }
    }
  }
  __syncthreads();
  const unsigned z = threadIdx.x % kColumn;
  for (unsigned k = threadIdx.x / kColumn; k < kPmeBlock; k += kPmeBlock / kColumn) {
    const std::uint32_t column = first + k;
    if (column >= columns.count()) break;
    const std::uint32_t y = column % a.points[1], piece = column / a.points[1] % columns.pieces;
    const std::uint32_t x = column / a.points[1] / columns.pieces;
    if (z < columns.length(piece))
      a.mesh[(std::size_t{x} * a.points[1] + y) * a.points[2] + piece * kColumn + z] = sums[z][k];
  }
}

#ifndef GPUTEST_TEXT
/// Adds the passes.
template <class Simt, int Order>
struct PmeGather {
  template <class Bodies, class Real>
  static void add(const KernelCall& call, Binding& binding, const Bodies& bodies,
                  const ewald::MeshArguments<Real>& a) {
    const PmeColumns<Real> columns = sort_by_column<Simt>(call, binding, bodies, a);
    add_kernel<Simt, ewald_pme_gather<Simt, Order, Real>>(
        binding, "ewald_pme_gather", blocks_for(columns.count(), kPmeBlock), kPmeBlock, a, columns);
  }
};
#endif

}  // namespace simt
}  // namespace gputest

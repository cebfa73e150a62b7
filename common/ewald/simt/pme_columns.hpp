// Sorts charges by their column of the mesh. Sorted and gathered spreading begin with this.
#pragma once

#include "common/cells/sort_work.hpp"
#include "common/ewald/mesh_arguments.hpp"
#include "common/ewald/mesh_columns.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"
#include "common/simt/sort_passes.hpp"

namespace gputest {
namespace simt {

/// Threads per block, in every pass.
constexpr unsigned kPmeBlock = 128;

/// The order of the columns: y fastest, then the piece along z, then x, so that columns adjacent
/// along y are consecutive.
template <class Real>
struct PmeColumns {
  Vector4<Real>* sorted;  ///< positions in mesh steps, and charges
  std::uint32_t *keys, *sorted_keys, *numbers;
  const std::uint32_t* starts;  ///< of each column, and the end of the last
  std::uint32_t points[3], pieces;
  std::uint32_t n;

  PmeColumns(const KernelCall& call, const ewald::MeshArguments<Real>& a)
      : sorted(static_cast<Vector4<Real>*>(call.scratch[4])),
        keys(static_cast<std::uint32_t*>(call.scratch[5])),
        sorted_keys(keys + a.n),
        numbers(sorted_keys + a.n),
        starts(a.place_starts),
        points{a.points[0], a.points[1], a.points[2]},
        pieces(columns_along(a.points[2])),
        n(a.n) {}

  GT_MEMBER_FN std::uint32_t count() const { return points[0] * pieces * points[1]; }
  GT_MEMBER_FN std::uint32_t number(std::uint32_t x, std::uint32_t piece, std::uint32_t y) const {
    return (x * pieces + piece) * points[1] + y;
  }
  /// Points along z of a piece.
  GT_MEMBER_FN std::uint32_t length(std::uint32_t piece) const {
    const std::uint32_t left = points[2] - piece * kColumn;
    return left < kColumn ? left : kColumn;
  }
};

/// Consecutive charges in columns adjacent along y. x, add_y and add_z turn the point below each
/// charge into a distance from a corner of the box.
struct PmeRange {
  std::uint32_t first, end;
  std::int32_t x, add_y, add_z;
};

/// Charges that may reach a box of the mesh; they lie up to the length of a spline in front of it.
/// The ranges of a box are numbered: two for each of three pieces along z, for each x.
constexpr unsigned kRangesOfPlane = 6;

/// The range number `number` of the box that begins at x, y and a piece along z, and has `wide`
/// points along y. Empty if there is no such range.
template <int Order, class Real>
GT_FN PmeRange pme_range(const PmeColumns<Real>& columns, unsigned number, std::uint32_t x,
                         std::uint32_t y, std::uint32_t wide, std::uint32_t piece) {
  const std::uint32_t reach = columns.length(piece) + Order - 1, count = wide + Order - 1;
  const bool beyond = number % 2 == 1;  // past the edge of the mesh along y
  std::uint32_t ahead = 0;              // points between the beginnings of the box and of the piece
  for (unsigned step = number / 2 % 3; step > 0; --step) {
    ahead += columns.length(piece);
    piece = piece + 1 < columns.pieces ? piece + 1 : 0;
  }
  const std::uint32_t plane = x + number / kRangesOfPlane, edge = columns.points[1];
  const std::uint32_t below = count < edge - y ? count : edge - y;
  const std::uint32_t first = columns.number(
      plane < columns.points[0] ? plane : plane - columns.points[0], piece, beyond ? 0 : y);
  PmeRange range;
  range.first = columns.starts[first];
  range.end =
      ahead < reach ? columns.starts[first + (beyond ? count - below : below)] : range.first;
  range.x = static_cast<std::int32_t>(number / kRangesOfPlane);
  range.add_y = static_cast<std::int32_t>(beyond ? edge : 0) - static_cast<std::int32_t>(y);
  range.add_z = static_cast<std::int32_t>(ahead) - static_cast<std::int32_t>(piece * kColumn);
  return range;
}

/// Writes each particle's column and number, for sorting by column.
template <class Simt, class Bodies, class Real>
__global__ void ewald_pme_bin(Bodies bodies, ewald::MeshArguments<Real> a,
                              PmeColumns<Real> columns) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.n) return;
  const Body<Real> body = bodies.load(i);
  const ewald::MeshPlace<Real> x(body.x, a.box.inverse_edge[0], a.points[0]),
      y(body.y, a.box.inverse_edge[1], a.points[1]), z(body.z, a.box.inverse_edge[2], a.points[2]);
  columns.keys[i] = columns.number(x.point, z.point / kColumn, y.point);
  columns.numbers[i] = i;
}

/// Writes the sorted charges and the start of each column: the first charge with a column not below
/// it. For a grid with at least as many threads as particles, and as columns plus one.
template <class Simt, class Bodies, class Real>
__global__ void ewald_pme_place(Bodies bodies, ewald::MeshArguments<Real> a,
                                PmeColumns<Real> columns) {
  const std::uint32_t k = blockIdx.x * blockDim.x + threadIdx.x;
  using Place = ewald::MeshPlace<Real>;
  if (k < a.n) {
    const Body<Real> body = bodies.load(a.by_place[k]);
    columns.sorted[k] = {Place::in_steps(body.x, a.box.inverse_edge[0], a.points[0]),
                         Place::in_steps(body.y, a.box.inverse_edge[1], a.points[1]),
                         Place::in_steps(body.z, a.box.inverse_edge[2], a.points[2]), body.m};
  }
  if (k > columns.count()) return;
  std::uint32_t begin = 0, end = a.n;
  while (begin < end) {
    const std::uint32_t middle = begin + (end - begin) / 2;
    if (columns.sorted_keys[middle] < k)
      begin = middle + 1;
    else
      end = middle;
  }
  a.place_starts[k] = begin;
}

#ifndef GPUTEST_TEXT
/// Adds the passes that sort the charges by column; within a column they keep the particles' order.
template <class Simt, class Bodies, class Real>
PmeColumns<Real> sort_by_column(const KernelCall& call, Binding& binding, const Bodies& bodies,
                                const ewald::MeshArguments<Real>& a) {
  const PmeColumns<Real> columns(call, a);
  const std::uint64_t used = (3 * std::uint64_t{a.n} + 63) / 64 * 64;  // words before those of the
                                                                       // sort
  std::uint32_t key_bits = 1;
  while (key_bits < 32 && (std::uint64_t{1} << key_bits) < columns.count()) ++key_bits;
  add_kernel<Simt, ewald_pme_bin<Simt, Bodies, Real>>(
      binding, "ewald_pme_bin", blocks_for(a.n, kPmeBlock), kPmeBlock, bodies, a, columns);
  add_sort<Simt>(call, binding, {columns.keys + used, sort_storage_words(a.n)},
                 {columns.keys, columns.sorted_keys, columns.numbers, a.by_place, a.n, key_bits});
  add_kernel<Simt, ewald_pme_place<Simt, Bodies, Real>>(
      binding, "ewald_pme_place",
      blocks_for(a.n > columns.count() ? a.n : columns.count() + 1, kPmeBlock), kPmeBlock, bodies,
      a, columns);
  return columns;
}
#endif

}  // namespace simt
}  // namespace gputest

// Shared by the list builders: sorting particles into cells, the passes that a csr list needs, and
// the test whether a pair is an entry.
#pragma once

#include <cmath>
#include <type_traits>

#include "common/cells/nearest_image.hpp"
#include "common/cells/sort_work.hpp"
#include "common/neighbour/arguments.hpp"
#include "common/simt/list_choices.hpp"
#include "common/simt/simt.hpp"
#include "common/simt/sort_passes.hpp"

namespace gputest {
namespace simt {

/// A sorted particle: its position and, in w, the bits of its number.
template <class Real>
using Sorted = Vector4<Real>;

/// The particle's number, stored in w.
GT_DEVICE_FN std::uint32_t number_of(const Sorted<float>& p) { return __float_as_uint(p.w); }
/// The particle's number, stored in w.
GT_DEVICE_FN std::uint32_t number_of(const Sorted<double>& p) {
  return static_cast<std::uint32_t>(__double_as_longlong(p.w));
}
/// Stores a particle's number in w.
GT_DEVICE_FN void set_number(Sorted<float>& p, std::uint32_t i) { p.w = __uint_as_float(i); }
/// Stores a particle's number in w.
GT_DEVICE_FN void set_number(Sorted<double>& p, std::uint32_t i) { p.w = __longlong_as_double(i); }

/// The arguments of every pass.
template <class Real>
struct NeighbourArguments {
  ListTarget list;
  std::uint32_t* __restrict__ cell_starts;  ///< start of each cell's sorted particles, and one past
                                            ///< the last
  std::uint32_t* __restrict__ places;       ///< index of a particle among the sorted
  std::uint32_t* __restrict__ order;        ///< the number of the k-th sorted particle
  Sorted<Real>* __restrict__ sorted;
  std::uint32_t* __restrict__ keys;         ///< a particle's cell
  std::uint32_t* __restrict__ sorted_keys;  ///< the cell of the k-th sorted particle
  std::uint32_t* __restrict__ scattered;    ///< how many lie far from those with nearby numbers
  std::uint32_t n;
  Real radius, radius2;
  Real near_radius2;  ///< radius2, increased enough for rounding that differs from is_entry()
  KernelGrid<Real> grid;
  KernelBox<Real> box;

#ifndef GPUTEST_TEXT
  explicit NeighbourArguments(const KernelCall& call)
      : list(call),
        cell_starts(static_cast<std::uint32_t*>(call.scratch[0])),
        places(static_cast<std::uint32_t*>(call.scratch[1])),
        order(static_cast<std::uint32_t*>(call.scratch[2])),
        sorted(static_cast<Sorted<Real>*>(call.scratch[3])),
        keys(static_cast<std::uint32_t*>(call.scratch[4])),
        n(call.scalar<std::uint32_t>("n")),
        radius(static_cast<Real>(std::sqrt(call.scalar<double>("radius2")))),
        radius2(call.scalar<Real>("radius2")),
        near_radius2(radius2 * Real(1.001)),
        grid(call),
        box(call) {
    sorted_keys = keys + n;
    scattered = sorted_keys + n;
  }
#endif

  /// How far apart along an axis particles may lie to be searched for together. Then one image of
  /// any neighbour is the nearest to all of them.
  template <bool Periodic>
  GT_MEMBER_FN Real reach(int axis) const {
    const Real most = 2 * radius;
    if (!Periodic || !(box.edge[axis] > 0)) return most;
    const Real of_box = box.edge[axis] / 2 - radius;
    return of_box > most ? most : of_box > 0 ? of_box : 0;
  }
};

/// A builder's pass either writes the entries that it finds, in either storage, or counts them so
/// that the rows of a csr list can be placed.
enum class ListPass { ell, count, csr };

/// The differences between lists, boxes and passes, as types because kernels are compiled for them.
template <class R, bool Newton3, bool Periodic, ListPass P>
struct ListShape {
  using Real = R;
  static constexpr bool kNewton3 = Newton3, kPeriodic = Periodic;
  static constexpr ListPass kPass = P;
};

/// Whether `other` is an entry of the list of `self`.
template <class Shape, class Real>
GT_DEVICE_FN bool is_entry(const NeighbourArguments<Real>& a, const Sorted<Real>& self,
                           const Sorted<Real>& other) {
  const std::uint32_t i = number_of(self), j = number_of(other);
  if (Shape::kNewton3 ? j <= i : j == i) return false;
  Real dx = self.x - other.x, dy = self.y - other.y, dz = self.z - other.z;
  if (Shape::kPeriodic) {
    dx = gt_nearest_image(dx, a.box.edge[0], a.box.inverse_edge[0]);
    dy = gt_nearest_image(dy, a.box.edge[1], a.box.inverse_edge[1]);
    dz = gt_nearest_image(dz, a.box.edge[2], a.box.inverse_edge[2]);
  }
  return gt_fma(dx, dx, gt_fma(dy, dy, dz * dz)) < a.radius2;
}

/// Calls f(j) for every entry of the list of `self`.
template <class Shape, class Real, class F>
GT_DEVICE_FN void for_each_entry(const NeighbourArguments<Real>& a, const Sorted<Real>& self,
                                 F&& f) {
  const NearCells near = a.grid.near(a.grid.cell_of(self.x, self.y, self.z));
  for (std::uint32_t which = 0; which < near.number(); ++which) {
    const std::uint32_t cell = near.cell(which);
    const std::uint32_t end = a.cell_starts[cell + 1];
    for (std::uint32_t k = a.cell_starts[cell]; k < end; ++k) {
      const Sorted<Real> other = a.sorted[k];
      if (is_entry<Shape>(a, self, other)) f(number_of(other));
    }
  }
}

/// Writes j as entry k of i's list, in a pass that writes.
template <class Shape, class Real>
GT_FN void write_entry(const NeighbourArguments<Real>& a, std::uint32_t i, std::uint32_t k,
                       std::uint32_t j) {
  if (Shape::kPass != ListPass::count)
    a.list.template write<Shape::kPass == ListPass::ell>(i, k, j);
}

/// Writes the length of i's list. The counting pass of a csr list writes it one place further on,
/// for the sums.
template <class Shape, class Real>
GT_FN void write_length(const NeighbourArguments<Real>& a, std::uint32_t i, std::uint32_t length) {
  if (Shape::kPass == ListPass::ell) a.list.starts[i] = length;
  if (Shape::kPass == ListPass::count) {
    a.list.starts[i + 1] = length;
    if (i == 0) a.list.starts[0] = 0;
  }
}

/// Writes each particle's cell and number, to be sorted by cell.
template <class Simt, class Bodies>
__global__ void neighbour_bin(Bodies bodies, NeighbourArguments<typename Bodies::gt_real> a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.n) return;
  const auto body = bodies.load(i);
  a.keys[i] = a.grid.cell_of(body.x, body.y, body.z);
  a.places[i] = i;
  if (i == 0) *a.scattered = 0;
}

/// Writes the sorted particles, and the start of each cell: the first particle in that cell or a
/// later one. The grid needs at least as many threads as there are particles, and one more than
/// there are cells.
template <class Simt, class Bodies>
__global__ void neighbour_place(Bodies bodies, NeighbourArguments<typename Bodies::gt_real> a) {
  const std::uint32_t k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < a.n) {
    const std::uint32_t i = a.order[k];
    const auto body = bodies.load(i);
    Sorted<typename Bodies::gt_real> sorted{body.x, body.y, body.z, 0};
    set_number(sorted, i);
    a.sorted[k] = sorted;
    a.places[i] = k;
    const std::uint32_t near = (i & ~31u) + 16;
    const auto other = bodies.load(near < a.n ? near : a.n - 1);
    const auto far = [&](auto difference, int axis) {
      return std::fabs(gt_nearest_image(difference, a.box.edge[axis], a.box.inverse_edge[axis])) >
             2 * a.radius;
    };
    if (far(body.x - other.x, 0) || far(body.y - other.y, 1) || far(body.z - other.z, 2))
      atomicAdd(a.scattered, 1u);
  }
  if (k > a.grid.number()) return;
  std::uint32_t begin = 0, end = a.n;
  while (begin < end) {
    const std::uint32_t middle = begin + (end - begin) / 2;
    if (a.sorted_keys[middle] < k)
      begin = middle + 1;
    else
      end = middle;
  }
  a.cell_starts[k] = begin;
}

#ifndef GPUTEST_TEXT
/// The part of the scratch array "work" after the keys.
template <class Real>
SortStorage storage_of(const KernelCall& call, const NeighbourArguments<Real>& a) {
  constexpr std::uint32_t kAligned = 64;  // words
  const std::uint64_t used = (2 * std::uint64_t{a.n} + 1 + kAligned - 1) / kAligned * kAligned;
  return {static_cast<std::uint32_t*>(call.scratch[4]) + used, sort_work_words(a.n) - used};
}

/// Adds passes that sort the particles by cell; particles of one cell keep their order.
template <class Simt, class Bodies, class Real>
void sort_by_cell(const KernelCall& call, Binding& binding, const Bodies& bodies,
                  const NeighbourArguments<Real>& a) {
  const unsigned block = call.configuration.block;
  const std::uint32_t cells = a.grid.number();
  add_kernel<Simt, neighbour_bin<Simt, Bodies>>(binding, "neighbour_bin", blocks_for(a.n, block),
                                                block, bodies, a);
  std::uint32_t key_bits = 1;
  while (key_bits < 32 && (std::uint64_t{1} << key_bits) < cells) ++key_bits;
  add_sort<Simt>(call, binding, storage_of(call, a),
                 {a.keys, a.sorted_keys, a.places, a.order, a.n, key_bits});
  add_kernel<Simt, neighbour_place<Simt, Bodies>>(binding, "neighbour_place",
                                                  blocks_for(a.n > cells ? a.n : cells + 1, block),
                                                  block, bodies, a);
}
#endif

/// The type of a list: its storage, whether it has each pair once, and whether the box is periodic.
template <bool Ell, bool Newton3, bool Periodic>
struct ListType {};

#ifndef GPUTEST_TEXT
/// Chooses the type of the list among those that the builder declares.
template <class Declaration>
auto list_of(const KernelCall& call) {
  return [list = on_axis<typename Declaration::list>(call), newton3 = newton3_of<Declaration>(call),
          periodic = switch_of(call, "periodic")](auto&& f) {
    choose(list, newton3, periodic, [&](auto storage, auto half, auto wraps) {
      f(ListType<decltype(storage)::is("ell"), half, wraps>());
    });
  };
}

/// Adds the passes of a builder: sorts, then calls add(shape, arguments) for each of the builder's
/// passes; between these, turns a csr list's lengths into starts.
template <class Simt, class Bodies, bool Ell, bool Newton3, bool Periodic, class F>
void build_list(const KernelCall& call, Binding& binding, const Bodies& bodies,
                ListType<Ell, Newton3, Periodic>, F&& add) {
  using Real = typename Bodies::gt_real;
  const NeighbourArguments<Real> a(call);
  sort_by_cell<Simt>(call, binding, bodies, a);
  if constexpr (Ell) {
    add(ListShape<Real, Newton3, Periodic, ListPass::ell>(), a);
  } else {
    add(ListShape<Real, Newton3, Periodic, ListPass::count>(), a);
    add_running_sums<Simt>(call, binding, storage_of(call, a), a.list.starts + 1, a.n);
    add(ListShape<Real, Newton3, Periodic, ListPass::csr>(), a);
  }
}
#endif

}  // namespace simt
}  // namespace gputest

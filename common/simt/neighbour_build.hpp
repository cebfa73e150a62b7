// What the list builders share: sorting particles into cells, the passes that a csr list needs, and
// which pairs are entries.
#pragma once

#include <type_traits>

#include "common/physics/lj_pair.hpp"
#include "common/physics/neighbour_arguments.hpp"
#include "common/simt/lj_launch.hpp"

namespace gputest {
namespace simt {

/// A sorted particle.
template <class Real>
using Sorted = Vector4<Real>;

/// What every pass is given.
template <class Real>
struct NeighbourArguments {
  ListTarget list;
  std::uint32_t* __restrict__ cell_starts;  ///< of each cell's sorted particles, and one past the
                                            ///< last
  std::uint32_t* __restrict__ slots;        ///< a particle's place in its cell
  std::uint32_t* __restrict__ order;        ///< the number of the k-th sorted particle
  Sorted<Real>* __restrict__ sorted;
  std::uint32_t n;
  Real radius2;
  KernelGrid<Real> grid;
  KernelBox<Real> box;

  explicit NeighbourArguments(const KernelCall& call)
      : list(call),
        cell_starts(static_cast<std::uint32_t*>(call.scratch[0])),
        slots(static_cast<std::uint32_t*>(call.scratch[1])),
        order(static_cast<std::uint32_t*>(call.scratch[2])),
        sorted(static_cast<Sorted<Real>*>(call.scratch[3])),
        n(call.scalar<std::uint32_t>("n")),
        radius2(call.scalar<Real>("radius2")),
        grid(call),
        box(call) {}
};

/// What differs between lists, and between boxes: as types, since kernels are compiled for it.
template <bool Newton3, bool KMajor, bool Periodic>
struct ListShape {
  static constexpr bool kNewton3 = Newton3, kKMajor = KMajor, kPeriodic = Periodic;
};

template <class F>
void with_list_shape(const KernelCall& call, F&& f) {
  with_constant(call, "newton3", [&](auto newton3) {
    with_constant(call, "k_major", [&](auto k_major) {
      with_constant(call, "periodic", [&](auto periodic) {
        f(ListShape<decltype(newton3)::value, decltype(k_major)::value,
                    decltype(periodic)::value>());
      });
    });
  });
}

/// Whether j is an entry of i's list.
template <class Shape, class Real>
GT_FN bool is_entry(const NeighbourArguments<Real>& a, const Sorted<Real>& self,
                    const Sorted<Real>& other, std::uint32_t i, std::uint32_t j) {
  if (Shape::kNewton3 ? j <= i : j == i) return false;
  Real dx = self.x - other.x, dy = self.y - other.y, dz = self.z - other.z;
  if (Shape::kPeriodic) {
    dx = gt_nearest_image(dx, a.box.edge[0], a.box.inverse_edge[0]);
    dy = gt_nearest_image(dy, a.box.edge[1], a.box.inverse_edge[1]);
    dz = gt_nearest_image(dz, a.box.edge[2], a.box.inverse_edge[2]);
  }
  return gt_fma(dx, dx, gt_fma(dy, dy, dz * dz)) < a.radius2;
}

template <class Bodies, class Real = typename Bodies::gt_real>
GT_FN Sorted<Real> position_of(const Bodies& bodies, std::uint32_t i) {
  const Body<Real> body = bodies.load(i);
  return {body.x, body.y, body.z, 0};
}

/// A list's length where it is known last; of a csr list, neighbour_count has written it.
template <class Shape, class Real>
GT_FN void write_length(const NeighbourArguments<Real>& a, std::uint32_t i, std::uint32_t length) {
  if (Shape::kKMajor) a.list.starts[i] = length;
}

/// Particles in each cell, counted one place on in zeroed cell_starts, and each one's place.
template <class Simt, class Bodies>
__global__ void neighbour_bin(Bodies bodies, NeighbourArguments<typename Bodies::gt_real> a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.n) return;
  const auto body = bodies.load(i);
  a.slots[i] = atomicAdd(a.cell_starts + a.grid.cell_of(body.x, body.y, body.z) + 1, 1u);
}

constexpr unsigned kScanBlock = 256;

/// Running sums of values[0 … length - 1] in place, by one block of kScanBlock threads: a tile of
/// that size after another.
template <class Simt>
__global__ void neighbour_sum(std::uint32_t* values, std::uint32_t length) {
  __shared__ std::uint32_t sums[2][kScanBlock];
  const unsigned t = threadIdx.x;
  std::uint32_t before = 0;
  for (std::uint32_t first = 0; first < length; first += kScanBlock) {
    unsigned current = 0;
    sums[0][t] = first + t < length ? values[first + t] : 0;
    __syncthreads();
    for (unsigned distance = 1; distance < kScanBlock; distance *= 2) {
      sums[1 - current][t] = sums[current][t] + (t >= distance ? sums[current][t - distance] : 0);
      current = 1 - current;
      __syncthreads();
    }
    if (first + t < length) values[first + t] = before + sums[current][t];
    before += sums[current][kScanBlock - 1];
    __syncthreads();
  }
}

/// Particles by cell.
template <class Simt, class Bodies>
__global__ void neighbour_sort(Bodies bodies, NeighbourArguments<typename Bodies::gt_real> a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.n) return;
  const auto self = position_of(bodies, i);
  const std::uint32_t k = a.cell_starts[a.grid.cell_of(self.x, self.y, self.z)] + a.slots[i];
  a.order[k] = i;
  a.sorted[k] = self;
}

/// Lengths of a csr list, each one place on.
template <class Simt, class Shape, class Bodies>
__global__ void neighbour_count(Bodies bodies, NeighbourArguments<typename Bodies::gt_real> a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.n) return;
  const auto self = position_of(bodies, i);
  const NearCells near = a.grid.near(a.grid.cell_of(self.x, self.y, self.z));
  std::uint32_t length = 0;
  for (std::uint32_t which = 0; which < near.number(); ++which) {
    const std::uint32_t cell = near.cell(which);
    const std::uint32_t end = a.cell_starts[cell + 1];
    for (std::uint32_t k = a.cell_starts[cell]; k < end; ++k)
      if (is_entry<Shape>(a, self, a.sorted[k], i, a.order[k])) ++length;
  }
  a.list.starts[i + 1] = length;
  if (i == 0) a.list.starts[0] = 0;
}

/// The passes before a builder's own.
template <class Simt, class Shape, class Bodies>
void launch_sorting(const KernelCall& call, const Bodies& bodies,
                    const NeighbourArguments<typename Bodies::gt_real>& a) {
  const unsigned block = call.configuration.block;
  const unsigned grid = blocks_for(a.n, block);
  const std::uint32_t cells = a.grid.number();
  static_cast<void>(GT_API(MemsetAsync)(a.cell_starts, 0,
                                        (std::size_t{cells} + 1) * sizeof(std::uint32_t), nullptr));
  GT_LAUNCH((neighbour_bin<Simt, Bodies>), grid, block, bodies, a);
  GT_LAUNCH((neighbour_sum<Simt>), 1, kScanBlock, a.cell_starts, cells + 1);
  GT_LAUNCH((neighbour_sort<Simt, Bodies>), grid, block, bodies, a);
  if (Shape::kKMajor) return;
  GT_LAUNCH((neighbour_count<Simt, Shape, Bodies>), grid, block, bodies, a);
  GT_LAUNCH((neighbour_sum<Simt>), 1, kScanBlock, a.list.starts, a.n + 1);
}

/// Sorts, and calls f(shape, bodies, arguments) for the builder's own pass.
template <class Simt, class F>
void build_neighbours(const KernelCall& call, F&& f) {
  with_particles(call, [&](auto bodies) {
    using Bodies = decltype(bodies);
    const NeighbourArguments<typename Bodies::gt_real> a(call);
    with_list_shape(call, [&](auto shape) {
      launch_sorting<Simt, decltype(shape)>(call, bodies, a);
      f(shape, bodies, a);
    });
  });
}

}  // namespace simt
}  // namespace gputest

// Adds charges to the mesh atomically, in the order of the particles.
#pragma once

#include "common/ewald/simt/pme_columns.hpp"
#include "common/ewald/simt/pme_staged.hpp"

namespace gputest {
namespace simt {

/// Threads that process a charge together; then they take the next, until all their charges are
/// done.
constexpr unsigned kPmeTeam = 32;

/// Adds the charges to a mesh of zeros, for a grid with at least n threads. Each thread computes
/// the weights of one charge. Then adjacent threads of a team add to adjacent points along z, so
/// that additions in the same memory sector take one access.
template <class Simt, class Bodies, int Order, class Real>
__global__ void __launch_bounds__(kPmeBlock)
    ewald_pme_spread(Bodies bodies, ewald::MeshArguments<Real> a) {
  using Staged = PmeStaged<Real, Order>;
  constexpr unsigned kAcross = Order > 4 ? 8 : 4, kRows = kPmeTeam / kAcross;
  constexpr unsigned kSteps = (Order * Order + kRows - 1) / kRows;
  GT_SHARED(Staged, staged, [kPmeBlock]);
  const std::uint32_t first = blockIdx.x * kPmeBlock, i = first + threadIdx.x;
  if (i < a.n) {
    const Body<Real> body = bodies.load(i);
    const Real at[3] = {body.x, body.y, body.z};
    GT_UNROLL
    for (int axis = 0; axis < 3; ++axis)
      staged[threadIdx.x].set(
          axis, ewald::MeshPlace<Real>(at[axis], a.box.inverse_edge[axis], a.points[axis]), 0,
          axis == 0 ? body.m : Real(1));
  }
  __syncthreads();
  const unsigned jz = threadIdx.x % kAcross, first_row = threadIdx.x % kPmeTeam / kAcross;
  if (jz >= Order) return;
  const auto within = [&](std::int32_t point, int axis) {
    return static_cast<std::uint32_t>(point) + (point < 0 ? a.points[axis] : 0);
  };
  const unsigned of_team = threadIdx.x / kPmeTeam * kPmeTeam;
  for (unsigned k = of_team; k < of_team + kPmeTeam && first + k < a.n; ++k) {
    const Staged& charge = staged[k];
    const std::uint32_t z = within(charge.lowest[2] + static_cast<std::int32_t>(jz), 2);
    const Real along_z = charge.weight[2 * Order + jz];
    GT_UNROLL
    for (unsigned step = 0; step < kSteps; ++step) {
      const unsigned row = first_row + step * kRows, jx = row / Order, jy = row % Order;
      const std::uint32_t x = within(charge.lowest[0] + static_cast<std::int32_t>(jx), 0);
      const std::uint32_t y = within(charge.lowest[1] + static_cast<std::int32_t>(jy), 1);
      if (row < Order * Order)
        Simt::add_number(a.mesh + (std::size_t{x} * a.points[1] + y) * a.points[2] + z,
                         charge.weight[jx] * charge.weight[Order + jy] * along_z);
    }
  }
}

#ifndef GPUTEST_TEXT
/// Adds the passes.
template <class Simt, int Order>
struct PmeAtomics {
  template <class Bodies, class Real>
  static void add(const KernelCall&, Binding& binding, const Bodies& bodies,
                  const ewald::MeshArguments<Real>& a) {
    binding.add_fill("clear", a.mesh, 0, a.point_count() * sizeof(Real));
    add_kernel<Simt, ewald_pme_spread<Simt, Bodies, Order, Real>>(
        binding, "ewald_pme_spread", blocks_for(a.n, kPmeBlock), kPmeBlock, bodies, a);
  }
};
#endif

}  // namespace simt
}  // namespace gputest

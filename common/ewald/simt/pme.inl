// ewald_pme: the wave part by smooth particle-mesh Ewald. B-splines spread the charges over a mesh.
// The mesh is transformed, multiplied by each mode's influence and transformed back. Each particle
// gathers the potential and its gradient.
#include "common/ewald/mesh_arguments.hpp"
#include "common/ewald/simt/pme_atomics.hpp"
#include "common/ewald/simt/pme_gather.hpp"
#include "common/ewald/simt/pme_sorted.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"
#include "common/simt/transform_passes.hpp"

namespace gputest {
namespace simt {

/// A mode of the mesh.
template <class Real>
struct alignas(2 * sizeof(Real)) PmeMode {
  Real re, im;
};

/// Multiplies the modes by their influence, for a grid with at least as many threads.
template <class Simt, class Real>
__global__ void ewald_pme_multiply(ewald::MeshArguments<Real> a) {
  const std::uint32_t m = blockIdx.x * blockDim.x + threadIdx.x;
  if (m >= a.mode_count()) return;
  PmeMode<Real>* const modes = reinterpret_cast<PmeMode<Real>*>(a.modes);
  const Real influence = a.influence[m];
  PmeMode<Real> mode = modes[m];
  mode.re *= influence;
  mode.im *= influence;
  modes[m] = mode;
}

/// The results, one particle per thread. Weights along x are kept in shared memory, so that the
/// loop over them need not be unrolled.
template <class Simt, class Bodies, int Order, class Real>
__global__ void __launch_bounds__(kPmeBlock)
    ewald_pme(Bodies bodies, ewald::MeshArguments<Real> a) {
  GT_SHARED(Real, along_x, [2 * Order][kPmeBlock]);
  const std::uint32_t i = blockIdx.x * kPmeBlock + threadIdx.x;
  if (i >= a.n) return;
  const Body<Real> body = bodies.load(i);
  const ewald::MeshPlace<Real> at_x(body.x, a.box.inverse_edge[0], a.points[0]);
  {
    Real values[GT_MOST_ORDER], slopes[GT_MOST_ORDER];
    gt_spline(Order, at_x.above, values, slopes);
    GT_UNROLL
    for (int j = 0; j < Order; ++j) {
      along_x[j][threadIdx.x] = values[j];
      along_x[Order + j][threadIdx.x] = slopes[j];
    }
  }
  const ewald::AxisWeights<Real, Order> y(body.y, a.box.inverse_edge[1], a.points[1]),
      z(body.z, a.box.inverse_edge[2], a.points[2]);
  constexpr std::uint32_t kBack = Order - 1;
  std::uint32_t px = at_x.point >= kBack ? at_x.point - kBack : at_x.point + a.points[0] - kBack;
  Real potential = 0, slope_x = 0, slope_y = 0, slope_z = 0;
  for (int jx = 0; jx < Order; ++jx) {
    const Real* const plane = a.mesh + std::size_t{px} * a.points[1] * a.points[2];
    Real value = 0, along_y = 0, along_z = 0;
    GT_UNROLL
    for (int jy = 0; jy < Order; ++jy) {
      const Real* const row = plane + std::size_t{y.point[jy]} * a.points[2];
      Real of_row = 0, slope = 0;
      GT_UNROLL
      for (int jz = 0; jz < Order; ++jz) {
        const Real at = row[z.point[jz]];
        of_row = gt_fma(z.value[jz], at, of_row);
        slope = gt_fma(z.slope[jz], at, slope);
      }
      value = gt_fma(y.value[jy], of_row, value);
      along_y = gt_fma(y.slope[jy], of_row, along_y);
      along_z = gt_fma(y.value[jy], slope, along_z);
    }
    const Real weight = along_x[jx][threadIdx.x];
    potential = gt_fma(weight, value, potential);
    slope_x = gt_fma(along_x[Order + jx][threadIdx.x], value, slope_x);
    slope_y = gt_fma(weight, along_y, slope_y);
    slope_z = gt_fma(weight, along_z, slope_z);
    px = px + 1 < a.points[0] ? px + 1 : 0;
  }
  const Real charge = body.m;
  const auto of_edge = [&](int axis) {
    return -charge * static_cast<Real>(a.points[axis]) * a.box.inverse_edge[axis];
  };
  a.forces[i] = {of_edge(0) * slope_x, of_edge(1) * slope_y, of_edge(2) * slope_z,
                 Real(0.5) * charge * potential};
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct ewald_pme_kernel {
  static constexpr const char* summary = "wave space by smooth particle-mesh Ewald";
  static constexpr const char* source = "Essmann et al. 1995, J. Chem. Phys. 103, 8577";
  using layouts = Layouts<Float4Bodies, SoaBodies, Aos3Bodies>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<kPmeBlock>;
  using spread = AxisValues<"spread", "atomics", "sorted", "gather">;
  using axes = AxisList<AxisValues<"part", "mesh">, spread>;

  static constexpr bool transforms = true;

  static void bind(const KernelCall& call, Binding& binding) {
    const std::string how = call.configuration.on_axis("spread");
    choose(
        any_bodies_of<ewald_pme_kernel>(call), ewald::order_of(call), [&](auto bodies, auto order) {
          using Bodies = decltype(bodies);
          using Real = typename Bodies::gt_real;
          constexpr int kOrder = decltype(order)::value;
          const ewald::MeshArguments<Real> a(call, bodies.count());
          const auto transform =
              transform_of<Simt>(binding, {{a.points[0], a.points[1], a.points[2]},
                                           sizeof(Real) == sizeof(double),
                                           a.mesh,
                                           a.modes});
          if (how == "sorted")
            PmeSorted<Simt, kOrder>::add(call, binding, bodies, a);
          else if (how == "gather")
            PmeGather<Simt, kOrder>::add(call, binding, bodies, a);
          else
            PmeAtomics<Simt, kOrder>::add(call, binding, bodies, a);
          add_transform(binding, transform, false);
          add_kernel<Simt, ewald_pme_multiply<Simt, Real>>(
              binding, "ewald_pme_multiply", blocks_for(a.mode_count(), kPmeBlock), kPmeBlock, a);
          add_transform(binding, transform, true);
          add_kernel<Simt, ewald_pme<Simt, Bodies, kOrder, Real>>(
              binding, "ewald_pme", blocks_for(a.n, kPmeBlock), kPmeBlock, bodies, a);
        });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

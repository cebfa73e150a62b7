#include <algorithm>
#include <memory>
#include <string>

#include "common/cpu/declaration.hpp"
#include "common/cpu/fftw.hpp"
#include "common/cpu/parallel_for.hpp"
#include "common/ewald/mesh_arguments.hpp"

namespace gputest::cpu {
namespace {

constexpr std::uint32_t kParticles = 64;  // particles that a thread takes at a time

/// Adds each particle's charge to the mesh atomically, because threads share the mesh.
template <int Order, class Bodies, class Real>
void spread_with_atomics(const Bodies& bodies, const ewald::MeshArguments<Real>& a) {
  parallel_for(a.points[0], 1, [&](std::uint32_t first, std::uint32_t last) {
    const std::size_t plane = std::size_t{a.points[1]} * a.points[2];
    std::fill(a.mesh + first * plane, a.mesh + last * plane, Real(0));
  });
  parallel_for(a.n, kParticles, [&](std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t i = first; i < last; ++i) {
      const Body<Real> body = bodies.load(i);
      const ewald::AxisWeights<Real, Order> x(body.x, a.box.inverse_edge[0], a.points[0]),
          y(body.y, a.box.inverse_edge[1], a.points[1]),
          z(body.z, a.box.inverse_edge[2], a.points[2]);
      for (int jx = 0; jx < Order; ++jx)
        for (int jy = 0; jy < Order; ++jy) {
          Real* row = a.mesh + (std::size_t{x.point[jx]} * a.points[1] + y.point[jy]) * a.points[2];
          const Real charge = body.m * x.value[jx] * y.value[jy];
          for (int jz = 0; jz < Order; ++jz) {
#pragma omp atomic
            row[z.point[jz]] += charge * z.value[jz];
          }
        }
    }
  });
}

/// Sorts particles by the plane of the mesh below them.
template <class Bodies, class Real>
void sort_by_plane(const Bodies& bodies, const ewald::MeshArguments<Real>& a) {
  const auto plane_of = [&](std::uint32_t i) {
    return ewald::MeshPlace<Real>(bodies.load(i).x, a.box.inverse_edge[0], a.points[0]).point;
  };
  std::fill(a.place_starts, a.place_starts + a.points[0] + 1, 0u);
  for (std::uint32_t i = 0; i < a.n; ++i) ++a.place_starts[plane_of(i) + 1];
  for (std::uint32_t p = 0; p < a.points[0]; ++p) a.place_starts[p + 1] += a.place_starts[p];
  for (std::uint32_t i = a.n; i-- > 0;) a.by_place[--a.place_starts[plane_of(i) + 1]] = i;
  // Each plane's start is now one element too far.
  std::copy(a.place_starts + 1, a.place_starts + a.points[0] + 1, a.place_starts);
  a.place_starts[a.points[0]] = a.n;
}

/// Fills each plane of the mesh with the charges of the particles that reach it; threads share the
/// planes.
template <int Order, class Bodies, class Real>
void spread_sorted(const Bodies& bodies, const ewald::MeshArguments<Real>& a) {
  sort_by_plane(bodies, a);
  const std::size_t size = std::size_t{a.points[1]} * a.points[2];
  parallel_for(a.points[0], 1, [&](std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t p = first; p < last; ++p) {
      Real* plane = a.mesh + p * size;
      std::fill(plane, plane + size, Real(0));
      for (std::uint32_t above = 0; above < Order; ++above) {
        const std::uint32_t from = (p + above) % a.points[0];
        for (std::uint32_t k = a.place_starts[from]; k < a.place_starts[from + 1]; ++k) {
          const Body<Real> body = bodies.load(a.by_place[k]);
          const ewald::AxisWeights<Real, Order> x(body.x, a.box.inverse_edge[0], a.points[0]),
              y(body.y, a.box.inverse_edge[1], a.points[1]),
              z(body.z, a.box.inverse_edge[2], a.points[2]);
          const Real charge = body.m * x.value[Order - 1 - above];
          for (int jy = 0; jy < Order; ++jy) {
            Real* row = plane + std::size_t{y.point[jy]} * a.points[2];
            for (int jz = 0; jz < Order; ++jz)
              row[z.point[jz]] += charge * y.value[jy] * z.value[jz];
          }
        }
      }
    }
  });
}

template <class Real>
void multiply_by_influence(const ewald::MeshArguments<Real>& a) {
  const std::size_t plane = a.mode_count() / a.points[0];
  parallel_for(a.points[0], 1, [&](std::uint32_t first, std::uint32_t last) {
    for (std::size_t m = first * plane; m < last * plane; ++m) {
      a.modes[2 * m] *= a.influence[m];
      a.modes[2 * m + 1] *= a.influence[m];
    }
  });
}

/// The potential of the mesh, and its gradient, at each particle.
template <int Order, class Bodies, class Real>
void gather(const Bodies& bodies, const ewald::MeshArguments<Real>& a) {
  parallel_for(a.n, kParticles, [&](std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t i = first; i < last; ++i) {
      const Body<Real> body = bodies.load(i);
      const ewald::AxisWeights<Real, Order> x(body.x, a.box.inverse_edge[0], a.points[0]),
          y(body.y, a.box.inverse_edge[1], a.points[1]),
          z(body.z, a.box.inverse_edge[2], a.points[2]);
      Real potential = 0, slope_x = 0, slope_y = 0, slope_z = 0;
      for (int jx = 0; jx < Order; ++jx)
        for (int jy = 0; jy < Order; ++jy) {
          const Real* row =
              a.mesh + (std::size_t{x.point[jx]} * a.points[1] + y.point[jy]) * a.points[2];
          Real value = 0, slope = 0;
          for (int jz = 0; jz < Order; ++jz) {
            value += z.value[jz] * row[z.point[jz]];
            slope += z.slope[jz] * row[z.point[jz]];
          }
          potential += x.value[jx] * y.value[jy] * value;
          slope_x += x.slope[jx] * y.value[jy] * value;
          slope_y += x.value[jx] * y.slope[jy] * value;
          slope_z += x.value[jx] * y.value[jy] * slope;
        }
      const auto of_edge = [&](std::size_t axis) {
        return -body.m * static_cast<Real>(a.points[axis]) * a.box.inverse_edge[axis];
      };
      a.forces[i] = {of_edge(0) * slope_x, of_edge(1) * slope_y, of_edge(2) * slope_z,
                     Real(0.5) * body.m * potential};
    }
  });
}

/// Spreads charges to the mesh by B-splines, transforms with FFTW, and gathers back at the
/// particles.
struct ewald_pme_kernel {
  static constexpr const char* summary = "wave space by smooth particle-mesh Ewald";
  static constexpr const char* source = "Essmann et al. 1995, J. Chem. Phys. 103, 8577";
  using layouts = Layouts<Float4Bodies, SoaBodies, Aos3Bodies>;
  using precisions = Precisions<float, double>;
  using spread = AxisValues<"spread", "sorted", "atomics">;
  using axes = AxisList<AxisValues<"part", "mesh">, spread>;

  static std::string absence(Precision precision) { return why_no_transform(precision); }

  static Launch bind(const KernelCall& call) {
    Launch launch;
    const bool sorted = call.configuration.on_axis("spread") == "sorted";
    choose(any_bodies_of<ewald_pme_kernel>(call), ewald::order_of(call),
           [&](auto bodies, auto order) {
             using Real = typename decltype(bodies)::gt_real;
             const ewald::MeshArguments<Real> a(call, bodies.count());
             const std::shared_ptr<const RealTransform> transform =
                 plan_transform({a.points[0], a.points[1], a.points[2]}, a.mesh, a.modes);
             launch = [=] {
               if (sorted)
                 spread_sorted<order>(bodies, a);
               else
                 spread_with_atomics<order>(bodies, a);
               transform->forward();
               multiply_by_influence(a);
               transform->backward();
               gather<order>(bodies, a);
             };
           });
    return launch;
  }
};

}  // namespace

extern const Declaration ewald_pme_cpu = declare<ewald_pme_kernel>();

}  // namespace gputest::cpu

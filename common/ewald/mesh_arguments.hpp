// The arguments of the C++ kernels of particle-mesh Ewald, and the part of the mesh that a particle
// reaches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "common/cells/kernel_box.hpp"
#include "common/device/kernel_call.hpp"
#include "common/ewald/spline.hpp"
#include "common/layout/bodies.hpp"
#include "common/layout/choose.hpp"
#include "common/portable/portable.h"

namespace gputest::ewald {

/// Arguments of the mesh part; `arrays` is the number of the layout's arrays.
template <class Real>
struct MeshArguments {
  const Real* __restrict__ influence;
  Vector4<Real>* __restrict__ forces;
  Real* mesh;                   ///< charges, then potentials
  Real* modes;                  ///< two numbers each
  std::uint32_t* by_place;      ///< for spreading that sorts: particles by their position on the
                                ///< mesh
  std::uint32_t* place_starts;  ///< start of each place's particles, and the end of the last
  std::uint32_t n;
  std::uint32_t points[3];
  KernelBox<Real> box;

  MeshArguments(const KernelCall& call, std::size_t arrays)
      : influence(static_cast<const Real*>(call.inputs[arrays])),
        forces(static_cast<Vector4<Real>*>(call.outputs[0])),
        mesh(static_cast<Real*>(call.scratch[0])),
        modes(static_cast<Real*>(call.scratch[1])),
        by_place(call.scratch.size() > 2 ? static_cast<std::uint32_t*>(call.scratch[2]) : nullptr),
        place_starts(call.scratch.size() > 2 ? static_cast<std::uint32_t*>(call.scratch[3])
                                             : nullptr),
        n(call.scalar<std::uint32_t>("n")),
        points{call.scalar<std::uint32_t>("mesh_x"), call.scalar<std::uint32_t>("mesh_y"),
               call.scalar<std::uint32_t>("mesh_z")},
        box(call) {}

  GT_MEMBER_FN std::size_t mode_count() const {
    return std::size_t{points[0]} * points[1] * (points[2] / 2 + 1);
  }
  GT_MEMBER_FN std::size_t point_count() const {
    return std::size_t{points[0]} * points[1] * points[2];
  }
};

/// A position along an axis of the mesh: the point below it, and the distance above this point.
template <class Real>
struct MeshPlace {
  std::uint32_t point;
  Real above;

  GT_MEMBER_FN MeshPlace(Real at, Real inverse_edge, std::uint32_t points)
      : MeshPlace(in_steps(at, inverse_edge, points), points) {}
  /// From a position in mesh steps.
  GT_MEMBER_FN MeshPlace(Real place, std::uint32_t points) {
    const auto below = static_cast<std::uint32_t>(place);
    point = below < points ? below : points - 1;
    above = place - static_cast<Real>(point);
  }

  /// A position in mesh steps, from 0 to `points`.
  GT_MEMBER_FN static Real in_steps(Real at, Real inverse_edge, std::uint32_t points) {
    const Real scaled = at * inverse_edge;
    return (scaled - floor(scaled)) * static_cast<Real>(points);
  }
};

/// The points along an axis that a particle contributes to, their weights, and the slopes of these.
template <class Real, int Order>
struct AxisWeights {
  std::uint32_t point[Order];
  Real value[GT_MOST_ORDER], slope[GT_MOST_ORDER];

  GT_MEMBER_FN AxisWeights(Real at, Real inverse_edge, std::uint32_t points) {
    const MeshPlace<Real> place(at, inverse_edge, points);
    for (std::uint32_t j = 0; j < Order; ++j) {
      const std::uint32_t back = Order - 1 - j;
      point[j] = place.point >= back ? place.point - back : place.point + points - back;
    }
    gt_spline(Order, place.above, value, slope);
  }
};

/// Chooses the order, as a constant.
inline auto order_of(const KernelCall& call) {
  return [order = call.specialization("order")](auto&& f) {
    switch (order) {
      case 4:
        return f(std::integral_constant<int, 4>());
      case 5:
        return f(std::integral_constant<int, 5>());
      case 7:
        return f(std::integral_constant<int, 7>());
      case 8:
        return f(std::integral_constant<int, 8>());
      default:
        return f(std::integral_constant<int, 6>());
    }
  };
}

}  // namespace gputest::ewald

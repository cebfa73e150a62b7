// The arguments of the C++ kernels of the real part, besides their particles.
#pragma once

#include <cstdint>

#include "common/cells/kernel_box.hpp"
#include "common/cells/nearest_image.hpp"
#include "common/device/kernel_call.hpp"
#include "common/ewald/real_pair.hpp"
#include "common/layout/bodies.hpp"
#include "common/layout/choose.hpp"

namespace gputest::ewald {

/// Arguments of the real part; `arrays` is the number of the layout's arrays.
template <class Real>
struct RealArguments {
  const std::uint32_t* __restrict__ starts;   ///< only for kernels over lists
  const std::uint32_t* __restrict__ entries;  ///< likewise
  Vector4<Real>* __restrict__ forces;
  std::uint32_t n;
  Real alpha, cutoff2;
  KernelBox<Real> box;

  RealArguments(const KernelCall& call, std::size_t arrays)
      : starts(list_of(call, arrays)),
        entries(list_of(call, arrays + 1)),
        forces(static_cast<Vector4<Real>*>(call.outputs[0])),
        n(call.scalar<std::uint32_t>("n")),
        alpha(call.scalar<Real>("alpha")),
        cutoff2(call.scalar<Real>("cutoff2")),
        box(call) {}

 private:
  static const std::uint32_t* list_of(const KernelCall& call, std::size_t place) {
    return place < call.inputs.size() ? static_cast<const std::uint32_t*>(call.inputs[place])
                                      : nullptr;
  }
};

/// The effect of other particles on a particle, per unit of its charge.
template <class Real>
struct RealSum {
  Real x = 0, y = 0, z = 0, potential = 0;

  /// Adds the effect of particle j on i, if its nearest image is within the cutoff and is not i
  /// itself.
  GT_MEMBER_FN void add(const Body<Real>& i, const Body<Real>& j, const RealArguments<Real>& a) {
    const Real dx = gt_nearest_image(i.x - j.x, a.box.edge[0], a.box.inverse_edge[0]);
    const Real dy = gt_nearest_image(i.y - j.y, a.box.edge[1], a.box.inverse_edge[1]);
    const Real dz = gt_nearest_image(i.z - j.z, a.box.edge[2], a.box.inverse_edge[2]);
    const Real r2 = gt_fma(dx, dx, gt_fma(dy, dy, dz * dz));
    if (!(r2 < a.cutoff2) || !(r2 > 0)) return;
    const auto pair = gt_real_pair(r2, a.alpha);
    const Real factor = j.m * pair.force_over_r;
    x = gt_fma(factor, dx, x);
    y = gt_fma(factor, dy, y);
    z = gt_fma(factor, dz, z);
    potential = gt_fma(j.m, pair.energy, potential);
  }
  /// The force on charge q, and half of its energy.
  GT_MEMBER_FN Vector4<Real> on(Real q) const {
    return {q * x, q * y, q * z, Real(0.5) * q * potential};
  }
};

}  // namespace gputest::ewald

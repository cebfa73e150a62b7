// The arguments of the C++ kernels of point charges, besides their particles.
#pragma once

#include <cstdint>

#include "common/cells/kernel_box.hpp"
#include "common/device/kernel_call.hpp"
#include "common/ewald/turn.hpp"
#include "common/ewald/waves_per_block.hpp"
#include "common/layout/bodies.hpp"
#include "common/layout/choose.hpp"

namespace gputest::ewald {

/// A complex number in one aligned element.
template <class Real>
struct alignas(2 * sizeof(Real)) Pair {
  Real re, im;
};

/// The arguments of direct wave sums; `arrays` is the number of the layout's arrays.
template <class Real>
struct WaveArguments {
  const Vector4<Real>* __restrict__ waves;
  Vector4<Real>* __restrict__ forces;
  Pair<Real>* __restrict__ partial;
  Pair<Real>* __restrict__ amplitudes;
  std::uint32_t n, wave_count, particles_per_part;
  Real inverse_edge[3];

  WaveArguments(const KernelCall& call, std::size_t arrays)
      : waves(static_cast<const Vector4<Real>*>(call.inputs[arrays])),
        forces(static_cast<Vector4<Real>*>(call.outputs[0])),
        partial(static_cast<Pair<Real>*>(call.scratch[0])),
        amplitudes(static_cast<Pair<Real>*>(call.scratch[1])),
        n(call.scalar<std::uint32_t>("n")),
        wave_count(call.scalar<std::uint32_t>("wave_count")),
        particles_per_part(call.scalar<std::uint32_t>("particles_per_part")),
        inverse_edge{call.scalar<Real>("inverse_edge_x"), call.scalar<Real>("inverse_edge_y"),
                     call.scalar<Real>("inverse_edge_z")} {}

  std::uint32_t parts() const { return (n + particles_per_part - 1) / particles_per_part; }

  /// The particle's position in units of the box's edges, within half an edge of 0; its charge
  /// stays.
  GT_MEMBER_FN Body<Real> scaled(const Body<Real>& body) const {
    return {within_half(body.x * inverse_edge[0]), within_half(body.y * inverse_edge[1]),
            within_half(body.z * inverse_edge[2]), body.m};
  }

 private:
  static GT_MEMBER_FN Real within_half(Real s) { return s - gt_rint(s); }
};

/// e^(ikr) of a wave for a particle at this position.
template <class Real>
GT_FN auto turned(const Vector4<Real>& wave, const Body<Real>& place) {
  return gt_turn(gt_fma(wave.x, place.x, gt_fma(wave.y, place.y, wave.z * place.z)));
}

/// The effect of the waves on a unit charge: their potential and its field, in turns along the box.
template <class Real>
struct Field {
  Real x = 0, y = 0, z = 0, potential = 0;

  /// Adds a wave with the amplitude f S.
  GT_MEMBER_FN void add(const Vector4<Real>& wave, const Pair<Real>& amplitude,
                        const Body<Real>& place) {
    const auto at = turned(wave, place);
    const Real slope = gt_fma(at.sine, amplitude.re, -(at.cosine * amplitude.im));
    x = gt_fma(wave.x, slope, x);
    y = gt_fma(wave.y, slope, y);
    z = gt_fma(wave.z, slope, z);
    potential = gt_fma(at.cosine, amplitude.re, gt_fma(at.sine, amplitude.im, potential));
  }
  /// The force on charge q, and half of its energy.
  GT_MEMBER_FN Vector4<Real> on(Real q, const Real (&inverse_edge)[3]) const {
    const Real turn = Real(6.283185307179586) * q;
    return {turn * x * inverse_edge[0], turn * y * inverse_edge[1], turn * z * inverse_edge[2],
            Real(0.5) * q * potential};
  }
};

}  // namespace gputest::ewald

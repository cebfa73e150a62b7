// What the kernels step_* share: the particles of a simulation on the device.
#pragma once

#include "common/device/kernel_call.hpp"
#include "common/simt/simt.hpp"
#include "common/simulate/simt/step_report.hpp"

namespace gputest {
namespace simt {

/// The box: low and edge are 0 along open axes.
struct StepBox {
  double low[3], edge[3];

  explicit StepBox(const KernelCall& call)
      : low{call.scalar<double>("low_x"), call.scalar<double>("low_y"),
            call.scalar<double>("low_z")},
        edge{call.scalar<double>("edge_x"), call.scalar<double>("edge_y"),
             call.scalar<double>("edge_z")} {}
};

/// Where the force kernel reads its particles: each component's first number, and what lies from
/// one particle's to the next one's.
template <class Real>
struct PackedParticles {
  Real* position[3];
  Real* mass;
  std::uint32_t stride, mass_stride;

  /// From four of the call's outputs, `first` on.
  PackedParticles(const KernelCall& call, std::size_t first)
      : position{static_cast<Real*>(call.outputs[first]),
                 static_cast<Real*>(call.outputs[first + 1]),
                 static_cast<Real*>(call.outputs[first + 2])},
        mass(static_cast<Real*>(call.outputs[first + 3])),
        stride(call.scalar<std::uint32_t>("stride")),
        mass_stride(call.scalar<std::uint32_t>("mass_stride")) {}
};

/// Calls f(Real()) in the call's precision.
template <class F>
void with_precision(const KernelCall& call, F&& f) {
  call.configuration.precision == Precision::fp32 ? f(float()) : f(double());
}

/// v + a dt/2. The fused multiply-add is asked for, so that every kernel has the same roundings.
GT_FN double kicked(double v, double force, double inverse_mass, double half_step) {
  return fma(force * inverse_mass, half_step, v);
}

inline unsigned step_blocks(std::uint64_t threads) {
  return static_cast<unsigned>((threads + kStepBlock - 1) / kStepBlock);
}

}  // namespace simt
}  // namespace gputest

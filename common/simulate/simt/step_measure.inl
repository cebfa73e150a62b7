// step_measure: potential and kinetic energy and the virial, summed by block in an order that does
// not depend on how threads meet.
//
// Inputs: state, forces (four numbers a particle), virials (of gravity, anything). Outputs: three
// sums a block. Scalars: n, inverse_eps (of gravity: what a body's own term in the sum of m/r is of
// its mass). Specialization: acceleration (1: gravity).
#include "common/simulate/simt/step_arguments.hpp"

namespace gputest {
namespace simt {

template <class Real>
struct MeasureArguments {
  const double* __restrict__ state;
  const Vector4<Real>* __restrict__ forces;
  const Real* __restrict__ virials;
  double* __restrict__ sums;
  std::uint32_t n;
  double inverse_eps;
  bool gravity;

  explicit MeasureArguments(const KernelCall& call)
      : state(static_cast<const double*>(call.inputs[0])),
        forces(static_cast<const Vector4<Real>*>(call.inputs[1])),
        virials(static_cast<const Real*>(call.inputs[2])),
        sums(static_cast<double*>(call.outputs[0])),
        n(call.scalar<std::uint32_t>("n")),
        inverse_eps(call.scalar<double>("inverse_eps")),
        gravity(call.specialization("acceleration") == 1) {}
};

/// For a grid of at least n threads in blocks of kStepBlock.
template <class Simt, class Real>
__global__ void step_measure(MeasureArguments<Real> a) {
  __shared__ double sums[kMeasuredSums][kStepBlock];
  const std::uint32_t i = blockIdx.x * kStepBlock + threadIdx.x;
  const unsigned t = threadIdx.x;
  const std::size_t n = a.n;
  double potential = 0, kinetic = 0, virial = 0;
  if (i < a.n) {
    const double mass = a.state[6 * n + i];
    const double vx = a.state[3 * n + i], vy = a.state[4 * n + i], vz = a.state[5 * n + i];
    kinetic = mass * (vx * vx + vy * vy + vz * vz) / 2;
    const auto w = static_cast<double>(a.forces[i].w);
    potential = a.gravity ? -(w - mass * a.inverse_eps) * mass / 2 : w;
    virial = a.gravity ? 0 : static_cast<double>(a.virials[i]);
  }
  sums[0][t] = potential;
  sums[1][t] = kinetic;
  sums[2][t] = virial;
  __syncthreads();
  for (unsigned half = kStepBlock / 2; half > 0; half /= 2) {
    if (t < half)
      for (unsigned which = 0; which < kMeasuredSums; ++which)
        sums[which][t] += sums[which][t + half];
    __syncthreads();
  }
  if (t < kMeasuredSums) a.sums[std::size_t{blockIdx.x} * kMeasuredSums + t] = sums[t][0];
}

template <class Simt>
void launch_step_measure(const KernelCall& call) {
  with_precision(call, [&](auto real) {
    using Real = decltype(real);
    const MeasureArguments<Real> a(call);
    GT_LAUNCH((step_measure<Simt, Real>), step_blocks(a.n), kStepBlock, a);
  });
}

}  // namespace simt
}  // namespace gputest

// step_kick: the second half of a step's kick alone, v += a dt/2, where velocities are asked for.
//
// Outputs: state, forces. Scalars: n, time_step. Specialization: acceleration, as step_move's.
#include "common/simulate/simt/step_arguments.hpp"

namespace gputest {
namespace simt {

/// For a grid of at least n threads.
template <class Simt, class Real>
__global__ void step_kick(double* __restrict__ state, const Vector4<Real>* __restrict__ forces,
                          double time_step, bool acceleration, std::uint32_t particles) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= particles) return;
  const std::size_t n = particles;
  const Vector4<Real> force = forces[i];
  const double of_axis[3] = {static_cast<double>(force.x), static_cast<double>(force.y),
                             static_cast<double>(force.z)};
  const double inverse_mass = acceleration ? 1 : 1 / state[6 * n + i];
  for (unsigned axis = 0; axis < 3; ++axis) {
    double& v = state[(3 + axis) * n + i];
    v = kicked(v, of_axis[axis], inverse_mass, time_step / 2);
  }
}

template <class Simt>
void launch_step_kick(const KernelCall& call) {
  with_precision(call, [&](auto real) {
    using Real = decltype(real);
    const auto n = call.scalar<std::uint32_t>("n");
    GT_LAUNCH((step_kick<Simt, Real>), step_blocks(n), kStepBlock,
              static_cast<double*>(call.outputs[0]),
              static_cast<const Vector4<Real>*>(call.outputs[1]), call.scalar<double>("time_step"),
              call.specialization("acceleration") == 1, n);
  });
}

}  // namespace simt
}  // namespace gputest

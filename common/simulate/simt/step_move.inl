// step_move: the end of one step and the beginning of the next. Velocity Verlet is v += a dt/2,
// x += v dt, a from x, v += a dt/2; between two steps nobody asks for velocities, so the second
// kick of the one and the first of the other are one pass over the particles, with both roundings.
//
// Outputs: state, forces (four numbers a particle), StepReport, the force kernel's x, y, z and
// mass; inputs: listed. Scalars: n, time_step, half_skin2, stride, mass_stride, move (a
// number that grows by one from 1 on since the list was made), kicks (2, or 1 where the step before
// has had its second). Constants: listed (0: there is no list), acceleration (1: forces are
// accelerations).
//
// A particle that has moved half the skin makes the list stale at this move; later moves then do
// nothing, so that the host may ask for several before it looks.
#include "common/simulate/simt/step_arguments.hpp"

namespace gputest {
namespace simt {

template <class Real>
struct MoveArguments {
  double* __restrict__ state;
  const double* __restrict__ listed;
  const Vector4<Real>* __restrict__ forces;
  StepReport* report;
  PackedParticles<Real> packed;
  double time_step, half_skin2;
  std::uint32_t n, move, kicks;
  bool has_list, acceleration;

  explicit MoveArguments(const KernelCall& call)
      : state(static_cast<double*>(call.outputs[0])),
        listed(static_cast<const double*>(call.inputs[0])),
        forces(static_cast<const Vector4<Real>*>(call.outputs[1])),
        report(static_cast<StepReport*>(call.outputs[2])),
        packed(call, 3),
        time_step(call.scalar<double>("time_step")),
        half_skin2(call.scalar<double>("half_skin2")),
        n(call.scalar<std::uint32_t>("n")),
        move(call.scalar<std::uint32_t>("move")),
        kicks(call.scalar<std::uint32_t>("kicks")),
        has_list(call.specialization("listed") == 1),
        acceleration(call.specialization("acceleration") == 1) {}
};

/// For a grid of at least n threads.
template <class Simt, class Real>
__global__ void step_move(MoveArguments<Real> a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.n || a.report->stale_at < a.move) return;
  const std::size_t n = a.n;
  const Vector4<Real> force = a.forces[i];
  const double of_axis[3] = {static_cast<double>(force.x), static_cast<double>(force.y),
                             static_cast<double>(force.z)};
  const double inverse_mass = a.acceleration ? 1 : 1 / a.state[6 * n + i];
  double moved2 = 0;
  for (unsigned axis = 0; axis < 3; ++axis) {
    double v = a.state[(3 + axis) * n + i];
    for (std::uint32_t k = 0; k < a.kicks; ++k)
      v = kicked(v, of_axis[axis], inverse_mass, a.time_step / 2);
    const double x = fma(v, a.time_step, a.state[axis * n + i]);
    a.state[(3 + axis) * n + i] = v;
    a.state[axis * n + i] = x;
    a.packed.position[axis][std::size_t{i} * a.packed.stride] = static_cast<Real>(x);
    if (!a.has_list) continue;
    const double moved = x - a.listed[axis * n + i];  // positions are folded with the list alone
    moved2 += moved * moved;
  }
  // Not <: a position that is no number makes the list stale too, and the host then looks.
  if (a.has_list && !(moved2 < a.half_skin2)) atomicMin(&a.report->stale_at, a.move);
}

template <class Simt>
void launch_step_move(const KernelCall& call) {
  with_precision(call, [&](auto real) {
    using Real = decltype(real);
    const MoveArguments<Real> a(call);
    GT_LAUNCH((step_move<Simt, Real>), step_blocks(a.n), kStepBlock, a);
  });
}

}  // namespace simt
}  // namespace gputest

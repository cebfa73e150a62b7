// step_kick: only the second half of a step's kick, if it is due and velocities are needed.
#include "common/simulate/simt/step_launch.hpp"

namespace gputest {
namespace simt {

template <class Simt, class Real>
__global__ void step_kick(KickArguments<Real> a) {
  const std::uint32_t i = step_particle();
  gt_step_progress* const own = a.progress + blockIdx.x;
  const bool due = own->kick_due != 0;
  __syncthreads();  // all have read
  if (threadIdx.x == 0) own->kick_due = 0;
  if (due && i < a.n) a.kick(i);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct step_kick_kernel {
  static void bind(const KernelCall& call, Binding& binding) {
    choose(forces_of(call), [&](auto real) {
      using Real = decltype(real);
      add_step<Simt, step_kick<Simt, Real>>(binding, "step_kick", KickArguments<Real>(call));
    });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

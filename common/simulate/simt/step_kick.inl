// step_kick: the second half of a step's kick alone, where it is due and velocities are wanted.
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

template <class Simt>
struct step_kick_kernel {
  static void bind(const KernelCall& call, Binding& binding) {
    choose(forces_of(call), [&](auto real) {
      using Real = decltype(real);
      add_step<Simt>(binding, "step_kick", step_kick<Simt, Real>, KickArguments<Real>(call));
    });
  }
};

}  // namespace simt
}  // namespace gputest

// step_pick: copies the listed particles one after another, for other devices.
#include "common/simulate/simt/step_launch.hpp"

namespace gputest {
namespace simt {

template <class Simt, class Real>
__global__ void step_pick(PickArguments<Real> a) {
  const std::uint32_t i = step_particle();
  if (i < a.n) a.pick(i);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct step_pick_kernel {
  static void bind(const KernelCall& call, Binding& binding) {
    choose(forces_of(call), [&](auto real) {
      using Real = decltype(real);
      add_step<Simt, step_pick<Simt, Real>>(binding, "step_pick", PickArguments<Real>(call));
    });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

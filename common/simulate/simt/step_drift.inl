// step_drift: moves all bodies to a substep's time and marks the active ones.
#include "common/simulate/level_arguments.hpp"
#include "common/simulate/simt/step_launch.hpp"

namespace gputest {
namespace simt {

template <class Simt, class Real>
__global__ void step_drift(DriftArguments<Real> a) {
  const std::uint32_t i = step_particle();
  if (i < a.n) a.drift(i);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct step_drift_kernel {
  static void bind(const KernelCall& call, Binding& binding) {
    choose(forces_of(call), [&](auto real) {
      using Real = decltype(real);
      add_step<Simt, step_drift<Simt, Real>>(binding, "step_drift", DriftArguments<Real>(call));
    });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

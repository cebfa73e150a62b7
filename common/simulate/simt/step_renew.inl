// step_renew: replaces the known data of particles by newer data from the host.
#include "common/simulate/predict_arguments.hpp"
#include "common/simulate/simt/step_launch.hpp"

namespace gputest {
namespace simt {

template <class Simt, class Real>
__global__ void step_renew(RenewArguments<Real> a) {
  const std::uint32_t i = step_particle();
  if (i < a.n) a.renew(i);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct step_renew_kernel {
  static void bind(const KernelCall& call, Binding& binding) {
    choose(forces_of(call), [&](auto real) {
      using Real = decltype(real);
      add_step<Simt, step_renew<Simt, Real>>(binding, "step_renew", RenewArguments<Real>(call));
    });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

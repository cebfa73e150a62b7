// step_add: adds sums of other bodies to sums.
#include "common/simulate/simt/step_launch.hpp"

namespace gputest {
namespace simt {

template <class Simt, class Real>
__global__ void step_add(AddArguments<Real> a) {
  const std::uint32_t i = step_particle();
  if (i < a.n) a.add(i);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct step_add_kernel {
  static void bind(const KernelCall& call, Binding& binding) {
    choose(forces_of(call), [&](auto real) {
      using Real = decltype(real);
      add_step<Simt, step_add<Simt, Real>>(binding, "step_add", AddArguments<Real>(call));
    });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

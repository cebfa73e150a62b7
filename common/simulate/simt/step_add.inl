// step_add: adds sums of other bodies to sums.
#include "common/simulate/simt/step_launch.hpp"

namespace gputest {
namespace simt {

template <class Simt, class Real>
__global__ void step_add(AddArguments<Real> a) {
  const std::uint32_t i = step_particle();
  if (i < a.n) a.add(i);
}

template <class Simt>
struct step_add_kernel {
  static void bind(const KernelCall& call, Binding& binding) {
    choose(forces_of(call), [&](auto real) {
      using Real = decltype(real);
      add_step<Simt>(binding, "step_add", step_add<Simt, Real>, AddArguments<Real>(call));
    });
  }
};

}  // namespace simt
}  // namespace gputest

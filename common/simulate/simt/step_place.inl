// step_place: particles whose forces are wanted and that are none of those that pull.
#include "common/simulate/predict_arguments.hpp"
#include "common/simulate/simt/step_launch.hpp"

namespace gputest {
namespace simt {

template <class Simt, class Real>
__global__ void step_place(PlaceArguments<Real> a) {
  const std::uint32_t k = step_particle();
  if (k < a.n) a.put(k);
}

template <class Simt>
struct step_place_kernel {
  static void bind(const KernelCall& call, Binding& binding) {
    choose(forces_of(call), [&](auto real) {
      using Real = decltype(real);
      add_step<Simt>(binding, "step_place", step_place<Simt, Real>, PlaceArguments<Real>(call));
    });
  }
};

}  // namespace simt
}  // namespace gputest

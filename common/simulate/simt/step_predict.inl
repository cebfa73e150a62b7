// step_predict: where the particles of a code with individual time steps are by now.
#include "common/simulate/predict_arguments.hpp"
#include "common/simulate/simt/step_launch.hpp"

namespace gputest {
namespace simt {

template <class Simt, class Real>
__global__ void step_predict(PredictArguments<Real> a) {
  const std::uint32_t i = step_particle();
  if (i < a.n) a.predict(i);
}

template <class Simt>
struct step_predict_kernel {
  static void bind(const KernelCall& call, Binding& binding) {
    choose(forces_of(call), [&](auto real) {
      using Real = decltype(real);
      add_step<Simt>(binding, "step_predict", step_predict<Simt, Real>,
                     PredictArguments<Real>(call));
    });
  }
};

}  // namespace simt
}  // namespace gputest

// step_predict: predicts the current positions of the particles of a code with individual time
// steps, and places the particles with requested forces.
#include "common/simulate/predict_arguments.hpp"
#include "common/simulate/simt/step_launch.hpp"

namespace gputest {
namespace simt {

template <class Simt, class Real>
__global__ void step_predict(PredictArguments<Real> a) {
  // Requests may lie in the host's memory, which is slow to read: each block reads the time only
  // once, and loads its particles during this time.
  GT_SHARED(double, time, [1]);
  const std::uint32_t i = step_particle();
  const bool is_predicted = i < a.predicted();
  typename PredictArguments<Real>::Known own;
  if (threadIdx.x == 0) time[0] = a.requests[0];
  if (is_predicted)
    own = a.known_of(i);
  else if (i < a.n)
    a.place(i - a.predicted());
  __syncthreads();
  if (is_predicted) a.predict(i, own, time[0]);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct step_predict_kernel {
  static void bind(const KernelCall& call, Binding& binding) {
    choose(forces_of(call), [&](auto real) {
      using Real = decltype(real);
      add_step<Simt, step_predict<Simt, Real>>(binding, "step_predict",
                                               PredictArguments<Real>(call));
    });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

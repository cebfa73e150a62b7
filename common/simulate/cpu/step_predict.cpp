// step_predict on the CPU: predicts the current positions of the particles of a code with
// individual time steps, and places the particles with requested forces.
#include <algorithm>

#include "common/simulate/cpu/step_blocks.hpp"
#include "common/simulate/predict_arguments.hpp"

namespace gputest::cpu {
namespace {

Launch bind_predict(const KernelCall& call) {
  return launch_of_blocks<PredictArguments>(
      call, [](const auto& a, std::uint32_t first, std::uint32_t last) {
        for (std::uint32_t i = first; i < std::min(last, a.predicted()); ++i)
          a.predict(i, a.known_of(i), a.requests[0]);
        for (std::uint32_t i = std::max(first, a.predicted()); i < last; ++i)
          a.place(i - a.predicted());
      });
}

}  // namespace

extern const Declaration step_predict_cpu{nullptr, bind_predict};

}  // namespace gputest::cpu

// step_predict on the CPU: where the particles of a code with individual time steps are by now.
#include "common/simulate/cpu/step_blocks.hpp"
#include "common/simulate/predict_arguments.hpp"

namespace gputest::cpu {
namespace {

Launch bind(const KernelCall& call) {
  return launch_of_blocks<PredictArguments>(
      call, [](const auto& a, std::uint32_t first, std::uint32_t last) {
        for (std::uint32_t i = first; i < last; ++i) a.predict(i);
      });
}

}  // namespace

extern const Declaration step_predict_cpu{nullptr, bind};

}  // namespace gputest::cpu

// step_place on the CPU: particles whose forces are wanted and that are none of those that pull.
#include "common/simulate/cpu/step_blocks.hpp"
#include "common/simulate/predict_arguments.hpp"

namespace gputest::cpu {
namespace {

Launch bind(const KernelCall& call) {
  return launch_of_blocks<PlaceArguments>(
      call, [](const auto& a, std::uint32_t first, std::uint32_t last) {
        for (std::uint32_t k = first; k < last; ++k) a.put(k);
      });
}

}  // namespace

extern const Declaration step_place_cpu{nullptr, bind};

}  // namespace gputest::cpu

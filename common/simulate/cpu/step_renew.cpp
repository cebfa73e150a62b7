// step_renew on the CPU: replaces the known data of particles by newer data from the host.
#include "common/simulate/cpu/step_blocks.hpp"
#include "common/simulate/predict_arguments.hpp"

namespace gputest::cpu {
namespace {

Launch bind_renew(const KernelCall& call) {
  return launch_of_blocks<RenewArguments>(
      call, [](const auto& a, std::uint32_t first, std::uint32_t last) {
        for (std::uint32_t i = first; i < last; ++i) a.renew(i);
      });
}

}  // namespace

extern const Declaration step_renew_cpu{nullptr, bind_renew};

}  // namespace gputest::cpu

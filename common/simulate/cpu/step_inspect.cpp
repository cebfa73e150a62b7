// step_inspect on the CPU: the capacity that a list that was just built needs.
#include "common/cpu/declaration.hpp"
#include "common/simulate/cpu/step_blocks.hpp"

namespace gputest::cpu {
namespace {

Launch bind(const KernelCall& call) {
  const auto* starts = static_cast<const std::uint32_t*>(call.inputs[0]);
  auto* report = static_cast<gt_step_report*>(call.outputs[0]);
  const auto n = call.scalar<std::uint32_t>("n");
  const std::uint32_t ell = call.specialization("ell");
  return [=] {
    std::uint32_t needed = report->capacity;
#pragma omp parallel for reduction(max : needed)
    for (std::uint32_t i = 0; i < n; ++i)
      needed = std::max(needed, gt_needed_capacity(starts, i, n, ell));
    report->capacity = needed;
  };
}

}  // namespace

extern const Declaration step_inspect_cpu{nullptr, bind};

}  // namespace gputest::cpu

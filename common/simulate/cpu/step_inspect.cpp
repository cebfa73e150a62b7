// step_inspect on the CPU: the capacity that a newly built list needs.
#include "common/simulate/cpu/step_blocks.hpp"

namespace gputest::cpu {
namespace {

Launch bind_inspect(const KernelCall& call) {
  const auto* starts = static_cast<const std::uint32_t*>(call.inputs[0]);
  auto* report = static_cast<gt_step_report*>(call.outputs[0]);
  const auto n = call.scalar<std::uint32_t>("n");
  const std::uint32_t ell = call.specialization("ell");
  return [=] {
    report->capacity = combined(
        n, report->capacity,
        [&](std::uint32_t first, std::uint32_t last) {
          std::uint32_t needed = 0;
          for (std::uint32_t i = first; i < last; ++i)
            needed = std::max(needed, gt_needed_capacity(starts, i, n, ell));
          return needed;
        },
        [](std::uint32_t x, std::uint32_t y) { return std::max(x, y); });
  };
}

}  // namespace

extern const Declaration step_inspect_cpu{nullptr, bind_inspect};

}  // namespace gputest::cpu

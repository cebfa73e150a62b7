// step_level on the CPU: ends the steps of bodies, begins their next ones, and counts bodies by
// level.
#include <array>
#include <atomic>

#include "common/simulate/cpu/step_blocks.hpp"
#include "common/simulate/level_arguments.hpp"

namespace gputest::cpu {
namespace {

void add(gt_uint& sum, gt_uint count) {
  if (count > 0) std::atomic_ref<gt_uint>(sum).fetch_add(count, std::memory_order_relaxed);
}

Launch bind_level(const KernelCall& call) {
  return launch_of_blocks<LevelArguments>(
      call, [](const auto& a, std::uint32_t first, std::uint32_t last) {
        std::array<gt_uint, GT_MOST_LEVELS + 1> bodies{};
        gt_uint too_long = 0;
        for (std::uint32_t i = first; i < last; ++i)
          a.step(i, [&](gt_uint level, gt_uint longer) {
            ++bodies[level];
            too_long += longer;
          });
        for (std::size_t level = 0; level < bodies.size(); ++level)
          add(a.substep->bodies[level], bodies[level]);
        add(a.substep->too_long, too_long);
      });
}

}  // namespace

extern const Declaration step_level_cpu{nullptr, bind_level};

}  // namespace gputest::cpu

// step_kick on the CPU: only the second half of a step's kick, if it is due.
//
// Compiled once for each of Highway's targets: foreach_target.h includes this file again and again.
#include "common/core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "common/simulate/cpu/step_kick.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "common/simulate/cpu/step_blocks.hpp"

HWY_BEFORE_NAMESPACE();
namespace gputest::cpu::HWY_NAMESPACE {
namespace {

Launch bind(const KernelCall& call) {
  return launch_of_blocks<KickArguments>(
      call, [](const auto& a, std::uint32_t first, std::uint32_t last) HWY_ATTR {
        gt_step_progress& own = a.progress[first / GT_STEP_BLOCK];
        if (own.kick_due == 0) return;
        own.kick_due = 0;
        for (std::uint32_t i = first; i < last; ++i) a.kick(i);
      });
}

}  // namespace
}  // namespace gputest::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gputest::cpu {
namespace {
HWY_EXPORT(bind);
}  // namespace

extern const Declaration step_kick_cpu{
    nullptr, [](const KernelCall& call) { return HWY_DYNAMIC_DISPATCH(bind)(call); }};

}  // namespace gputest::cpu
#endif

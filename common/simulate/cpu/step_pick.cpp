// step_pick on the CPU: copies the listed particles one after another, for other devices.
//
// Compiled once for each of Highway's targets: foreach_target.h includes this file again and again.
#include "common/core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "common/simulate/cpu/step_pick.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "common/simulate/cpu/step_blocks.hpp"

HWY_BEFORE_NAMESPACE();
namespace gputest::cpu::HWY_NAMESPACE {
namespace {

Launch bind(const KernelCall& call) {
  return launch_of_blocks<PickArguments>(
      call, [](const auto& a, std::uint32_t first, std::uint32_t last) HWY_ATTR {
        for (std::uint32_t i = first; i < last; ++i) a.pick(i);
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

extern const Declaration step_pick_cpu{
    nullptr, [](const KernelCall& call) { return HWY_DYNAMIC_DISPATCH(bind)(call); }};

}  // namespace gputest::cpu
#endif

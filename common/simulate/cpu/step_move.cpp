// step_move on the CPU: the end of one step and the beginning of the next, gt_step_move().
//
// Compiled once for each of Highway's targets: foreach_target.h includes this file again and again.
#include "common/core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "common/simulate/cpu/step_move.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include <atomic>

#include "common/simulate/cpu/step_blocks.hpp"

HWY_BEFORE_NAMESPACE();
namespace gputest::cpu::HWY_NAMESPACE {
namespace {

/// Moves the particles `first` to `last` - 1 of a block.
template <class Real>
void move_block(const MoveArguments<Real>& a, std::uint32_t first, std::uint32_t last) {
  gt_step_progress& own = a.progress[first / GT_STEP_BLOCK];
  const std::uint32_t move = own.moves + 1, kicks = 1 + own.kick_due;
  const std::atomic_ref<gt_uint> stale_at(a.report->stale_at);
  if (stale_at.load(std::memory_order_relaxed) < move) return;
  own = {move, 1};
  bool stale = false;
  for (std::uint32_t i = first; i < last; ++i) stale |= a.move(i, kicks);
  if (stale) stale_at.store(move, std::memory_order_relaxed);
}

Launch bind(const KernelCall& call) {
  return launch_of_blocks<MoveArguments>(call,
                                         [](const auto& a, std::uint32_t first, std::uint32_t last)
                                             HWY_ATTR { move_block(a, first, last); });
}

}  // namespace
}  // namespace gputest::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gputest::cpu {
namespace {
HWY_EXPORT(bind);
}  // namespace

extern const Declaration step_move_cpu{
    nullptr, [](const KernelCall& call) { return HWY_DYNAMIC_DISPATCH(bind)(call); }};

}  // namespace gputest::cpu
#endif

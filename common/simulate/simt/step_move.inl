// step_move: the end of one step and the beginning of the next, gt_step_move(). It writes positions
// directly to the force kernel's arrays. A particle that has moved half the skin makes the list
// stale at this move. Later moves then do nothing, so that the host may enqueue several before it
// checks.
#include "common/simulate/simt/step_launch.hpp"

namespace gputest {
namespace simt {

template <class Simt, class Real>
__global__ void step_move(MoveArguments<Real> a) {
  const std::uint32_t i = step_particle();
  gt_step_progress* const own = a.progress + blockIdx.x;
  const gt_step_progress before = *own;
  const std::uint32_t move = before.moves + 1;
  if (a.report->stale_at < move) return;  // all of the block's threads return
  __syncthreads();                        // all have read
  if (threadIdx.x == 0) *own = {move, 1};
  if (i < a.n && a.move(i, 1 + before.kick_due)) a.report->stale_at = move;
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct step_move_kernel {
  static void bind(const KernelCall& call, Binding& binding) {
    choose(forces_of(call), [&](auto real) {
      using Real = decltype(real);
      add_step<Simt, step_move<Simt, Real>>(binding, "step_move", MoveArguments<Real>(call));
    });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

// step_level: ends the steps of bodies, begins their next ones, and counts bodies by level.
#include "common/simulate/level_arguments.hpp"
#include "common/simulate/simt/step_launch.hpp"

namespace gputest {
namespace simt {

/// The grid has at least n threads in blocks of GT_STEP_BLOCK.
template <class Simt, class Real>
__global__ void step_level(LevelArguments<Real> a) {
  constexpr unsigned kCounts = GT_MOST_LEVELS + 2;  // the last one counts steps that are too long
  GT_SHARED(std::uint32_t, counts, [kCounts]);
  const std::uint32_t i = step_particle();
  const unsigned t = threadIdx.x;
  if (t < kCounts) counts[t] = 0;
  __syncthreads();
  if (i < a.n)
    a.step(i, [&](std::uint32_t level, std::uint32_t too_long) {
      atomicAdd(&counts[level], 1u);
      if (too_long != 0) atomicAdd(&counts[kCounts - 1], 1u);
    });
  __syncthreads();
  if (t < kCounts && counts[t] > 0)
    atomicAdd(t + 1 < kCounts ? &a.substep->bodies[t] : &a.substep->too_long, counts[t]);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct step_level_kernel {
  static void bind(const KernelCall& call, Binding& binding) {
    choose(forces_of(call), [&](auto real) {
      using Real = decltype(real);
      add_step<Simt, step_level<Simt, Real>>(binding, "step_level", LevelArguments<Real>(call));
    });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

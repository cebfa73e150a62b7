// step_gather: the particles in another order; their positions become those that the list is made
// from, and moves are counted anew.
#include "common/simulate/simt/step_launch.hpp"

namespace gputest {
namespace simt {

template <class Simt>
__global__ void step_gather(GatherArguments a) {
  const std::uint32_t k = step_particle();
  if (k < a.n && !a.gather(k)) atomicMin(&a.report->lost, k);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct step_gather_kernel {
  static void bind(const KernelCall& call, Binding& binding) {
    add_step<Simt, step_gather<Simt>>(binding, "step_gather", GatherArguments(call));
  }
};
#endif

}  // namespace simt
}  // namespace gputest

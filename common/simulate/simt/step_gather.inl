// step_gather: puts the particles into another order. Their positions become those of the list, and
// counts of moves restart.
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

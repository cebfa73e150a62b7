// lj_register: one i a thread, sums in registers (LJ article, tuning 1).
#include "common/lj/simt/per_thread.hpp"

namespace gputest {
namespace simt {

template <class Simt, bool Newton3, bool Periodic, bool Energy, class Bodies>
__global__ void lj_register(Bodies bodies, LjArguments<typename Bodies::gt_real> a) {
  lj_per_thread<Simt, false, Newton3, Periodic, Energy>(bodies, a);
}

template <class Simt>
void launch_lj_register(const KernelCall& call) {
  with_one_particle_per_thread(call, [&](auto newton3, auto periodic, auto energy, auto bodies,
                                       const auto& a, unsigned blocks, unsigned block) {
    if (decltype(newton3)::value) zero<Simt>(a);
    GT_LAUNCH((lj_register<Simt, decltype(newton3)::value, decltype(periodic)::value,
                           decltype(energy)::value, decltype(bodies)>),
              blocks, block, bodies, a);
  });
}

}  // namespace simt
}  // namespace gputest

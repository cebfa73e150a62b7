// lj_transposed: lj_register over a ell list, so that a warp's list reads are consecutive (LJ
// article, tuning 2).
#include "common/lj/simt/per_thread.hpp"

namespace gputest {
namespace simt {

template <class Simt, bool Newton3, bool Periodic, bool Energy, class Bodies>
__global__ void lj_transposed(Bodies bodies, LjArguments<typename Bodies::gt_real> a) {
  lj_per_thread<Simt, true, Newton3, Periodic, Energy>(bodies, a);
}

template <class Simt>
void launch_lj_transposed(const KernelCall& call) {
  with_one_particle_per_thread(call, [&](auto newton3, auto periodic, auto energy, auto bodies,
                                       const auto& a, unsigned blocks, unsigned block) {
    if (decltype(newton3)::value) zero<Simt>(a);
    GT_LAUNCH((lj_transposed<Simt, decltype(newton3)::value, decltype(periodic)::value,
                             decltype(energy)::value, decltype(bodies)>),
              blocks, block, bodies, a);
  });
}

}  // namespace simt
}  // namespace gputest

// lj_transposed: lj_register over a k-major list, so that a warp's list reads are consecutive (LJ
// article, tuning 2).
#include "common/simt/lj_per_thread.hpp"

namespace gputest {
namespace simt {

template <class Simt>
void launch_lj_transposed(const KernelCall& call) {
  launch_lj_per_thread<Simt, true>(call);
}

}  // namespace simt
}  // namespace gputest

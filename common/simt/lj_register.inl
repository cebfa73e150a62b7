// lj_register: one i a thread, sums in registers (LJ article, tuning 1).
#include "common/simt/lj_per_thread.hpp"

namespace gputest {
namespace simt {

template <class Simt>
void launch_lj_register(const KernelCall& call) {
  launch_lj_per_thread<Simt, false>(call);
}

}  // namespace simt
}  // namespace gputest

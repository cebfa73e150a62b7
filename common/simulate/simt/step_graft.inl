// step_graft: appends another device's message of step_essential to a tree.
#include "common/octree/essential.hpp"
#include "common/simulate/simt/step_launch.hpp"

namespace gputest {
namespace simt {

template <class Simt, class Real>
__global__ void step_graft(tree::GraftArguments<Real> a) {
  const std::uint32_t item = step_particle();
  if (item < a.items()) a.graft(item);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct step_graft_kernel {
  static void bind(const KernelCall& call, Binding& binding) {
    choose(forces_of(call), [&](auto real) {
      using Real = decltype(real);
      const tree::GraftArguments<Real> a(call);
      add_kernel<Simt, step_graft<Simt, Real>>(
          binding, "step_graft", blocks_for(a.items(), GT_STEP_BLOCK), GT_STEP_BLOCK, a);
    });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

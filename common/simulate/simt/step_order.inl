// step_order: folds positions into the box and finds the spatial order of particles. The sort is
// stable, so that the order is the same in every run.
#include "common/simt/sort_passes.hpp"
#include "common/simulate/simt/step_launch.hpp"

namespace gputest {
namespace simt {

template <class Simt>
__global__ void step_order(OrderArguments a) {
  const std::uint32_t i = step_particle();
  if (i < a.n) a.prepare(i);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct step_order_kernel {
  static void bind(const KernelCall& call, Binding& binding) {
    const OrderArguments a(call);
    add_step<Simt, step_order<Simt>>(binding, "step_order", a);
    add_sort<Simt>(call, binding, {a.work, a.work_words},
                   {a.keys, a.sorted_keys, a.numbers, a.order, a.n, a.key_bits});
  }
};
#endif

}  // namespace simt
}  // namespace gputest

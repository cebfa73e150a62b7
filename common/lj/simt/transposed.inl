// lj_transposed: lj_register over an ell list, so that a warp's list reads are consecutive (LJ
// article, tuning 2).
#include "common/lj/simt/per_thread.hpp"

namespace gputest {
namespace simt {

template <class Simt, class Force, bool Newton3, bool Periodic, bool Energy, class Bodies>
__global__ void lj_transposed(Bodies bodies, LjArguments<typename Bodies::gt_real> a) {
  lj_per_thread<Simt, Force, true, Newton3, Periodic, Energy>(bodies, a);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct lj_transposed_kernel {
  static constexpr const char* summary = "the list stored so that a warp's reads are consecutive";
  static constexpr const char* source = "LJ article, tuning 2";
  using layouts = ListLayouts;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<128, 64, 256>;
  using newton3 = AxisValues<"newton3", "off", "on">;
  using list = AxisValues<"list", "ell">;
  using axes = AxisList<newton3, list>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(
        any_bodies_of<lj_transposed_kernel>(call), newton3_of<lj_transposed_kernel>(call),
        pairs_of(call), [&](auto bodies, auto newton3, auto force, auto periodic, auto energy) {
          using Bodies = decltype(bodies);
          const LjArguments<typename Bodies::gt_real> a(call, bodies.count());
          const unsigned block = call.configuration.block;
          if (newton3) clear_results<Simt>(binding, a);
          add_kernel<Simt, lj_transposed<Simt, decltype(force), newton3, periodic, energy, Bodies>>(
              binding, "lj_transposed", blocks_for(a.n, block), block, bodies, a);
        });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

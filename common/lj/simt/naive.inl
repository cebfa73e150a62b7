// lj_naive: one i per thread; its sums are in global memory and are written for every pair (LJ
// article, the start). With the third law both sides are added to atomically.
#include "common/lj/simt/interaction.hpp"
#include "common/lj/simt/launch.hpp"

namespace gputest {
namespace simt {

/// Adds each pair of particle i to results that an earlier pass has zeroed, for a grid with at
/// least n threads.
template <class Simt, class Force, bool Newton3, bool Periodic, bool Energy, class Bodies>
__global__ void lj_naive(Bodies bodies, LjArguments<typename Bodies::gt_real> a) {
  using Real = typename Bodies::gt_real;
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.n) return;
  const Body<Real> self = bodies.load(i);
  const EntryRow<Simt, false> row(a.list, i);
  // Volatile: otherwise the compiler would keep the sums in registers, like lj_register.
  volatile Real* force = &a.forces[i].x;
  volatile Real* virial = a.virials + i;
  GT_UNROLL_AS_CHOSEN
  for (std::uint32_t k = 0; k < row.count; ++k) {
    const std::uint32_t j = row.entry(k);
    const auto pair = pair_of<Simt, Force, Periodic, Energy>(self, bodies.load(j), a);
    if (!pair.inside) continue;
    const LjSums<Real>& share = pair.share;
    if (Newton3) {
      add_to_results<Simt, Energy>(a, i, Real(1), share);
      add_to_results<Simt, Energy>(a, j, Real(-1), share);
    } else {
      force[0] = force[0] + share.x;
      force[1] = force[1] + share.y;
      force[2] = force[2] + share.z;
      if (Energy) {
        force[3] = force[3] + share.energy;
        *virial = *virial + share.virial;
      }
    }
  }
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct lj_naive_kernel {
  static constexpr const char* summary = "one i per thread, sums in global memory";
  static constexpr const char* source = "LJ article, the start";
  using layouts = ListLayouts;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<128, 64, 256>;
  using newton3 = AxisValues<"newton3", "off", "on">;
  using list = AxisValues<"list", "csr">;
  using unroll = AxisValues<"unroll", "1", "4", "compiler">;
  using axes = AxisList<newton3, list, unroll>;

  static void bind(const KernelCall& call, Binding& binding) {
    unroll_as_chosen<unroll>(call, binding);
    choose(any_bodies_of<lj_naive_kernel>(call), newton3_of<lj_naive_kernel>(call), pairs_of(call),
           [&](auto bodies, auto newton3, auto force, auto periodic, auto energy) {
             using Bodies = decltype(bodies);
             const LjArguments<typename Bodies::gt_real> a(call, bodies.count());
             const unsigned block = call.configuration.block;
             clear_results<Simt>(binding, a);
             add_kernel<Simt, lj_naive<Simt, decltype(force), newton3, periodic, energy, Bodies>>(
                 binding, "lj_naive", blocks_for(a.n, block), block, bodies, a);
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

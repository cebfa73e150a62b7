// lj_cluster: a wavefront has a cluster of consecutive particles i, all of them in every lane's
// registers, and its lanes take the particles j. A list entry means kClusterSize pairs; those
// beyond the cutoff cost arithmetic but no memory access (GROMACS: Pall and Hess 2013, Comput.
// Phys. Commun. 184, 2641; MD-Bench).
#include "common/cells/cluster_size.hpp"
#include "common/lj/simt/launch.hpp"
#include "common/lj/simt/reduce.hpp"

namespace gputest {
namespace simt {

/// Results of the particles of a cluster, for a grid with at least as many wavefronts as clusters.
template <class Simt, class Force, bool Periodic, bool Energy, class Bodies>
__global__ void lj_cluster(Bodies bodies, LjArguments<typename Bodies::gt_real> a) {
  using Real = typename Bodies::gt_real;
  constexpr unsigned kWarp = Simt::kWarpSize, kSize = kClusterSize;
  Simt::check_wavefront();
  const std::uint32_t cluster = (blockIdx.x * blockDim.x + threadIdx.x) / kWarp;
  const std::uint32_t first = cluster * kSize;
  if (first >= a.n) return;  // the whole wavefront
  const unsigned lane = threadIdx.x % kWarp;
  // At the first step the lanes below kSize take the cluster's own particles, which its list leaves
  // out. For the other lanes, k is the place of the next entry.
  std::uint32_t k = a.list.starts[cluster] + lane - kSize;
  const std::uint32_t end = a.list.starts[cluster + 1];
  const bool own = lane < kSize;
  const bool some = own ? first + lane < a.n : k < end;
  const std::uint32_t j = !some ? first : own ? first + lane : Simt::load_once(a.list.entries + k);
  Body<Real> self[kSize];
  LjSums<Real> sums[kSize];
  GT_UNROLL
  for (unsigned m = 0; m < kSize; ++m) {
    self[m] = bodies.load(first + m < a.n ? first + m : first);
    sums[m] = {};
  }
  Body<Real> other = bodies.load(j);
  k += kWarp;
  std::uint32_t next = k < end ? Simt::load_once(a.list.entries + k) : first;
  GT_UNROLL
  for (unsigned m = 0; m < kSize; ++m) {
    auto pair = pair_of<Simt, Force, Periodic, Energy>(self[m], other, a);
    pair.inside = pair.inside && some && lane != m;
    accumulate<Energy>(sums[m], pair);
  }
  for (; k < end; k += kWarp) {
    other = bodies.load(next);
    next = k + kWarp < end ? Simt::load_once(a.list.entries + k + kWarp) : first;
    GT_UNROLL
    for (unsigned m = 0; m < kSize; ++m)
      accumulate<Energy>(sums[m], pair_of<Simt, Force, Periodic, Energy>(self[m], other, a));
  }
  const auto total = sums_of_members<Simt, kSize, Energy>(sums);
  if (own && some) store_results<Simt, false, Energy>(a, first + lane, total);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct lj_cluster_kernel {
  static constexpr const char* summary =
      "four i in every lane's registers: an entry means four pairs";
  static constexpr const char* source =
      "GROMACS, Pall and Hess 2013, Comput. Phys. Commun. 184, 2641; MD-Bench";
  using layouts = ListLayouts;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<128, 64, 256>;
  using newton3 = AxisValues<"newton3", "off">;
  using list = AxisValues<"list", "clusters">;
  using axes = AxisList<newton3, list>;

  static void bind(const KernelCall& call, Binding& binding) {
    binding.parameter("bodies_per_thread", kClusterSize);
    choose(wavefront_of<Simt>(call), any_bodies_of<lj_cluster_kernel>(call), pairs_of(call),
           [&](auto simt, auto bodies, auto force, auto periodic, auto energy) {
             using Platform = decltype(simt);
             using Bodies = decltype(bodies);
             const LjArguments<typename Bodies::gt_real> a(call, bodies.count());
             const unsigned block = call.configuration.block;
             add_kernel<Simt, lj_cluster<Platform, decltype(force), periodic, energy, Bodies>>(
                 binding, "lj_cluster",
                 blocks_for(ceil_div(a.n, kClusterSize) * Platform::kWarpSize, block), block,
                 bodies, a);
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

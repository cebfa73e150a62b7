// lj_warp: eight lanes per i, each with every eighth entry of its list, so that they read
// consecutive words. Shuffles add their sums (LJ article, tuning 3, which uses a whole warp per i).
#include "common/lj/simt/launch.hpp"
#include "common/lj/simt/reduce.hpp"

namespace gputest {
namespace simt {

// A whole wavefront would leave lanes idle at every list's end. Eight positions of 16 bytes are the
// amount that the first-level cache serves at once.
constexpr unsigned kLanesPerParticle = 8;

/// Results of particle i, for a grid with at least n * kLanesPerParticle threads in whole
/// wavefronts.
template <class Simt, class Force, bool Newton3, bool Periodic, bool Energy, class Bodies>
__global__ void lj_warp(Bodies bodies, LjArguments<typename Bodies::gt_real> a) {
  using Real = typename Bodies::gt_real;
  Simt::check_wavefront();
  const std::uint32_t i = (blockIdx.x * blockDim.x + threadIdx.x) / kLanesPerParticle;
  const unsigned lane = threadIdx.x % kLanesPerParticle;
  LjSums<Real> sums{};
  if (i < a.n) {
    const Body<Real> self = bodies.load(i);
    const std::uint32_t end = a.list.starts[i + 1];
    for (std::uint32_t k = a.list.starts[i] + lane; k < end; k += kLanesPerParticle) {
      const std::uint32_t j = Simt::load_once(a.list.entries + k);
      const auto pair = pair_of<Simt, Force, Periodic, Energy>(self, bodies.load(j), a);
      accumulate<Energy>(sums, pair);
      if (Newton3 && pair.inside) add_to_results<Simt, Energy>(a, j, Real(-1), pair.share);
    }
  }
  const auto total = sum_of_lanes<Simt, kLanesPerParticle, Energy>(sums);
  if (lane == 0 && i < a.n) store_results<Simt, Newton3, Energy>(a, i, total);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct lj_warp_kernel {
  static constexpr const char* summary = "eight lanes per i, sums by shuffles";
  static constexpr const char* source = "LJ article, tuning 3";
  using layouts = ListLayouts;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<128, 64, 256>;
  using newton3 = AxisValues<"newton3", "off", "on">;
  using list = AxisValues<"list", "csr">;
  using axes = AxisList<newton3, list>;

  static void bind(const KernelCall& call, Binding& binding) {
    binding.parameter("threads_per_body", kLanesPerParticle);
    choose(
        wavefront_of<Simt>(call), any_bodies_of<lj_warp_kernel>(call),
        newton3_of<lj_warp_kernel>(call), pairs_of(call),
        [&](auto simt, auto bodies, auto newton3, auto force, auto periodic, auto energy) {
          using Platform = decltype(simt);
          using Bodies = decltype(bodies);
          const LjArguments<typename Bodies::gt_real> a(call, bodies.count());
          const unsigned block = call.configuration.block;
          if (newton3) clear_results<Simt>(binding, a);
          add_kernel<Simt, lj_warp<Platform, decltype(force), newton3, periodic, energy, Bodies>>(
              binding, "lj_warp", blocks_for(std::uint64_t{a.n} * kLanesPerParticle, block), block,
              bodies, a);
        });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

// lj_warp: a wavefront an i, each lane with every kWarpSize-th entry of its list, so that list
// reads are consecutive; the lanes' sums meet by shuffles (LJ article, tuning 3).
#include "common/simt/lj_launch.hpp"
#include "common/simt/lj_reduce.hpp"
#include "common/simt/with_instance.hpp"

namespace gputest {
namespace simt {

/// Results of particle i, for a grid of at least n wavefronts.
template <class Simt, bool Newton3, bool Periodic, bool Energy, class Bodies>
__global__ void lj_warp(Bodies bodies, LjArguments<typename Bodies::gt_real> a) {
  using Real = typename Bodies::gt_real;
  constexpr unsigned kWarp = Simt::kWarpSize;
  const std::uint32_t i = (blockIdx.x * blockDim.x + threadIdx.x) / kWarp;
  if (i >= a.n) return;  // the whole wavefront
  const unsigned lane = threadIdx.x % kWarp;
  const Body<Real> self = bodies.load(i);
  const EntryRow<false> row(a.list, i);
  LjSums<Real> sums{};
  for (std::uint32_t k = lane; k < row.count; k += kWarp) {
    const std::uint32_t j = row.entry(k);
    const auto pair = pair_of<Periodic, Energy>(self, bodies.load(j), a.cutoff2, a.box);
    accumulate<Energy>(sums, pair);
    if (Newton3) add_to_results<Simt, Energy>(a, j, Real(-1), pair);
  }
  const auto total = sum_of_lanes<Simt, 1, Energy>(sums);
  if (lane == 0) store_results<Simt, Newton3, Energy>(a, i, total);
}

template <class Simt>
void launch_lj_warp(const KernelCall& call) {
  with_warp<Simt>(call, [&](auto simt) {
    using Platform = decltype(simt);
    with_particles(call, [&](auto bodies) {
      using Bodies = decltype(bodies);
      const LjArguments<typename Bodies::gt_real> a(call, Bodies::kArrays);
      with_constant(call, "newton3", [&](auto newton3) {
        with_constant(call, "periodic", [&](auto periodic) {
          with_constant(call, "energy", [&](auto energy) {
            if (decltype(newton3)::value) zero<Platform>(a);
            const unsigned block = call.configuration.block;
            GT_LAUNCH((lj_warp<Platform, decltype(newton3)::value, decltype(periodic)::value,
                               decltype(energy)::value, Bodies>),
                      blocks_for(std::uint64_t{a.n} * Platform::kWarpSize, block), block, bodies,
                      a);
          });
        });
      });
    });
  });
}

}  // namespace simt
}  // namespace gputest

// lj_cluster: clusters of eight i against clusters of eight j. A list entry stands for 64 pairs, of
// which those beyond the cutoff cost arithmetic but no memory (GROMACS: Pall and Hess 2013, Comput.
// Phys. Commun. 184, 2641; MD-Bench).
#include "common/neighbour/verlet_list.hpp"
#include "common/simt/lj_launch.hpp"
#include "common/simt/lj_reduce.hpp"
#include "common/simt/with_instance.hpp"

namespace gputest {
namespace simt {

/// Results of the particles of a cluster, for a grid of at least as many wavefronts as clusters.
/// Lane l holds particle l % 8 of the cluster and meets those of each j cluster that are l / 8
/// modulo kWarpSize / 8, so that the lanes of a wavefront read one cluster j at a time.
template <class Simt, bool Periodic, bool Energy, class Bodies>
__global__ void lj_cluster(Bodies bodies, LjArguments<typename Bodies::gt_real> a) {
  using Real = typename Bodies::gt_real;
  constexpr unsigned kWarp = Simt::kWarpSize;
  const std::uint32_t cluster = (blockIdx.x * blockDim.x + threadIdx.x) / kWarp;
  if (cluster * kClusterSize >= a.n) return;  // the whole wavefront
  const unsigned lane = threadIdx.x % kWarp;
  const std::uint32_t i = cluster * kClusterSize + lane % kClusterSize;
  const std::uint32_t end = a.list.starts[cluster + 1];
  const Body<Real> self = bodies.load(i < a.n ? i : a.n - 1);
  LjSums<Real> sums{};
  for (std::uint32_t k = a.list.starts[cluster]; k < end; ++k) {
    const std::uint32_t first = a.list.entries[k] * kClusterSize;
    GT_UNROLL
    for (unsigned member = 0; member < kClusterSize; member += kWarp / kClusterSize) {
      const std::uint32_t j = first + member + lane / kClusterSize;
      if (j < a.n && j != i)
        accumulate<Energy>(sums, pair_of<Periodic, Energy>(self, bodies.load(j), a.cutoff2, a.box));
    }
  }
  const auto total = sum_of_lanes<Simt, kClusterSize, Energy>(sums);
  if (lane < kClusterSize && i < a.n) store_results<Simt, false, Energy>(a, i, total);
}

template <class Simt>
void launch_lj_cluster(const KernelCall& call) {
  with_warp<Simt>(call, [&](auto simt) {
    using Platform = decltype(simt);
    with_particles(call, [&](auto bodies) {
      using Bodies = decltype(bodies);
      const LjArguments<typename Bodies::gt_real> a(call, Bodies::kArrays);
      const std::uint64_t clusters = (a.n + kClusterSize - 1) / kClusterSize;
      with_constant(call, "periodic", [&](auto periodic) {
        with_constant(call, "energy", [&](auto energy) {
          const unsigned block = call.configuration.block;
          GT_LAUNCH(
              (lj_cluster<Platform, decltype(periodic)::value, decltype(energy)::value, Bodies>),
              blocks_for(clusters * Platform::kWarpSize, block), block, bodies, a);
        });
      });
    });
  });
}

}  // namespace simt
}  // namespace gputest

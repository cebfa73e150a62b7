// lj_unrolled: one i a thread, kInFlight list entries at a time: their positions are all asked for
// before the first is used (lj_gpu's later variants).
#include "common/simt/lj_interaction.hpp"
#include "common/simt/lj_launch.hpp"

namespace gputest {
namespace simt {

/// Results of particle i, for a grid of at least n threads.
template <class Simt, bool KMajor, bool Periodic, bool Energy, class Bodies>
__global__ void lj_unrolled(Bodies bodies, LjArguments<typename Bodies::gt_real> a) {
  using Real = typename Bodies::gt_real;
  constexpr unsigned kInFlight = 4;
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.n) return;
  const Body<Real> self = bodies.load(i);
  const EntryRow<KMajor> row(a.list, i);
  LjSums<Real> sums{};
  std::uint32_t k = 0;
  for (; k + kInFlight <= row.count; k += kInFlight) {
    Body<Real> others[kInFlight];
    GT_UNROLL
    for (unsigned u = 0; u < kInFlight; ++u) others[u] = bodies.load(row.entry(k + u));
    GT_UNROLL
    for (unsigned u = 0; u < kInFlight; ++u)
      accumulate<Energy>(sums, pair_of<Periodic, Energy>(self, others[u], a.cutoff2, a.box));
  }
  for (; k < row.count; ++k)
    accumulate<Energy>(
        sums, pair_of<Periodic, Energy>(self, bodies.load(row.entry(k)), a.cutoff2, a.box));
  store_results<Simt, false, Energy>(a, i, sums);
}

template <class Simt>
void launch_lj_unrolled(const KernelCall& call) {
  with_particles(call, [&](auto bodies) {
    using Bodies = decltype(bodies);
    const LjArguments<typename Bodies::gt_real> a(call, Bodies::kArrays);
    with_constant(call, "k_major", [&](auto k_major) {
      with_constant(call, "periodic", [&](auto periodic) {
        with_constant(call, "energy", [&](auto energy) {
          const unsigned block = call.configuration.block;
          GT_LAUNCH((lj_unrolled<Simt, decltype(k_major)::value, decltype(periodic)::value,
                                 decltype(energy)::value, Bodies>),
                    blocks_for(a.n, block), block, bodies, a);
        });
      });
    });
  });
}

}  // namespace simt
}  // namespace gputest

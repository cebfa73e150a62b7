// lj_naive: one i a thread, its sums in global memory, written for every pair (LJ article, the
// start). With the third law both sides are added to atomically.
#include "common/lj/simt/interaction.hpp"
#include "common/lj/simt/launch.hpp"

namespace gputest {
namespace simt {

/// Adds each pair of particle i to results that an earlier pass has zeroed, for a grid of at least
/// n threads.
template <class Simt, bool Newton3, bool Periodic, bool Energy, class Bodies>
__global__ void lj_naive(Bodies bodies, LjArguments<typename Bodies::gt_real> a) {
  using Real = typename Bodies::gt_real;
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.n) return;
  const Body<Real> self = bodies.load(i);
  const EntryRow<Simt, false> row(a.list, i);
  // Volatile, or the compiler would keep the sums in registers, which is lj_register.
  volatile Real* force = &a.forces[i].x;
  volatile Real* virial = a.virials + i;
  for (std::uint32_t k = 0; k < row.count; ++k) {
    const std::uint32_t j = row.entry(k);
    const auto pair = pair_of<Simt, Periodic, Energy>(self, bodies.load(j), a);
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

template <class Simt>
void launch_lj_naive(const KernelCall& call) {
  with_one_particle_per_thread(call, [&](auto newton3, auto periodic, auto energy, auto bodies,
                                       const auto& a, unsigned blocks, unsigned block) {
    zero<Simt>(a);
    GT_LAUNCH((lj_naive<Simt, decltype(newton3)::value, decltype(periodic)::value,
                        decltype(energy)::value, decltype(bodies)>),
              blocks, block, bodies, a);
  });
}

}  // namespace simt
}  // namespace gputest

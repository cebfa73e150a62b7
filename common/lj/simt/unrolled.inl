// lj_unrolled: kInFlight list entries at a time: all their positions are loaded before the first is
// used (lj_gpu's later variants). There are kThreadsPerParticle threads per i, so that few
// particles keep a GPU busy too.
#include "common/lj/simt/interaction.hpp"
#include "common/lj/simt/launch.hpp"

namespace gputest {
namespace simt {

constexpr unsigned kThreadsPerParticle = 2, kMaxBlock = 256;

/// Particles of a block with this number of threads.
constexpr GT_FN unsigned particles_of(unsigned block) { return block / kThreadsPerParticle; }

/// Limits the registers. In fp64, more registers than leave room for four blocks cost more than
/// they gain; in fp32, any limit costs time (docs/notes/lennard_jones.md).
template <class Real>
constexpr bool kBounded = sizeof(Real) == sizeof(double);

/// Results of particle i, for a grid of blocks with a place for every particle. Thread t of a block
/// has particle t % particles_of(block) and every second entry of its list, so that a wavefront's
/// threads have consecutive particles. The two sums are added in shared memory.
template <class Simt, class Force, bool Ell, bool Periodic, bool Energy, class Bodies>
__global__ void __launch_bounds__(kBounded<typename Bodies::gt_real> ? kMaxBlock : Simt::kNoBound,
                                  Simt::launch_bound(kMaxBlock,
                                                     kBounded<typename Bodies::gt_real> ? 4 : 0))
    lj_unrolled(Bodies bodies, LjArguments<typename Bodies::gt_real> a) {
  using Real = typename Bodies::gt_real;
  constexpr unsigned kInFlight = 4, kParts = kThreadsPerParticle;
  const unsigned places = particles_of(blockDim.x);
  const unsigned part = threadIdx.x < places ? 0 : 1;
  const unsigned place = threadIdx.x - part * places;
  const std::uint32_t i = blockIdx.x * places + place;
  LjSums<Real> sums{};
  if (i < a.n) {
    const Body<Real> self = bodies.load(i);
    const EntryRow<Simt, Ell> row(a.list, i);
    const auto add = [&](const Body<Real>& other) {
      accumulate<Energy>(sums, pair_of<Simt, Force, Periodic, Energy>(self, other, a));
    };
    std::uint32_t k = part;
    for (; k + (kInFlight - 1) * kParts < row.count; k += kInFlight * kParts) {
      Body<Real> others[kInFlight];
      GT_UNROLL
      for (unsigned u = 0; u < kInFlight; ++u) others[u] = bodies.load(row.entry(k + u * kParts));
      GT_UNROLL
      for (unsigned u = 0; u < kInFlight; ++u) add(others[u]);
    }
    if constexpr (sizeof(Real) == sizeof(float)) {
      GT_UNROLL_BY(1)
      for (; k < row.count; k += kParts) add(bodies.load(row.entry(k)));
    } else {
      for (; k < row.count; k += kParts) add(bodies.load(row.entry(k)));
    }
  }
  constexpr unsigned kComponents = Energy ? 5 : 3;
  GT_SHARED(Real, second, [kComponents][particles_of(kMaxBlock)]);
  Real LjSums<Real>::*const components[] = {&LjSums<Real>::x, &LjSums<Real>::y, &LjSums<Real>::z,
                                            &LjSums<Real>::energy, &LjSums<Real>::virial};
  GT_UNROLL
  for (unsigned c = 0; c < kComponents; ++c)
    if (part == 1) second[c][place] = sums.*components[c];
  __syncthreads();
  if (part == 1 || i >= a.n) return;
  GT_UNROLL
  for (unsigned c = 0; c < kComponents; ++c) sums.*components[c] += second[c][place];
  store_results<Simt, false, Energy>(a, i, sums);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct lj_unrolled_kernel {
  static constexpr const char* summary = "two threads per i, four list entries in flight in each";
  static constexpr const char* source = "lj_gpu";
  using layouts = ListLayouts;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<128, 64, 256>;
  using newton3 = AxisValues<"newton3", "off">;
  using list = AxisValues<"list", "ell", "csr">;
  using axes = AxisList<newton3, list>;

  static void bind(const KernelCall& call, Binding& binding) {
    binding.parameter("threads_per_body", kThreadsPerParticle);
    choose(any_bodies_of<lj_unrolled_kernel>(call), on_axis<list>(call), pairs_of(call),
           [&](auto bodies, auto storage, auto force, auto periodic, auto energy) {
             using Bodies = decltype(bodies);
             constexpr bool kEll = decltype(storage)::is("ell");
             const LjArguments<typename Bodies::gt_real> a(call, bodies.count());
             const unsigned block = call.configuration.block;
             add_kernel<Simt, lj_unrolled<Simt, decltype(force), kEll, periodic, energy, Bodies>>(
                 binding, "lj_unrolled", blocks_for(a.n, particles_of(block)), block, bodies, a);
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

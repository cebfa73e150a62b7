// gravity_symmetric: each unordered pair once. a_i += m_j d/r^3 and a_j -= m_i d/r^3 share the
// distance, so a pair costs 17 issue slots; two interactions of gravity_blocked cost 26.
#include "common/gravity/simt/distance.hpp"
#include "common/gravity/simt/launch.hpp"

namespace gputest {
namespace simt {

/// Adds both sides of the pair (i, j). The order of the terms does not change the result; with this
/// one, nvcc 13.0 places registers with the fewest bank conflicts (docs/notes/gravity.md).
template <class Simt, bool WithPotential, bool Unsoftened, class Real>
GT_FN void add_pair(const Body<Real>& i, const Body<Real>& j, Real eps2, Vector4<Real>& sum_i,
                    Vector4<Real>& sum_j) {
  const Real dx = j.x - i.x;
  const Real dy = j.y - i.y;
  const Real dz = j.z - i.z;
  const auto distance =
      inverse_distance<Simt, Unsoftened>(gt_fma(dz, dz, gt_fma(dy, dy, gt_fma(dx, dx, eps2))));
  const Real weight_i = j.m * distance.cube;
  const Real weight_j = i.m * distance.cube;
  sum_i.x = gt_fma(weight_i, dx, sum_i.x);
  sum_j.x = gt_fma(-weight_j, dx, sum_j.x);
  sum_j.y = gt_fma(-weight_j, dy, sum_j.y);
  sum_i.y = gt_fma(weight_i, dy, sum_i.y);
  sum_i.z = gt_fma(weight_i, dz, sum_i.z);
  sum_j.z = gt_fma(-weight_j, dz, sum_j.z);
  if (WithPotential) {
    sum_i.w = gt_fma(j.m, distance.inverse, sum_i.w);
    sum_j.w = gt_fma(i.m, distance.inverse, sum_j.w);
  }
}

/// sums[i], zeroed by an earlier pass of the launch, gains body i's (a, sum of m/r).
///
/// A wavefront holds a tile of kWarpSize*K bodies i, K per lane, and pairs it with one chunk of
/// kWarpSize bodies j after another. Shared memory holds the chunk twice, so that lane l at step s
/// reads body l+s without a bank conflict. The chunk's sums move one lane per step to stay with
/// their bodies. The tiles form a ring (symmetric_ring.h), and the wavefronts of the grid share the
/// ring's units evenly, for any number of wavefronts.
///
/// Between two sets, tiles hold the targets and chunks the first n bodies; `sums` has all particles
/// of the arrays.
template <class Simt, class Bodies, unsigned BlocksPerMultiprocessor, unsigned K,
          bool WithPotential, bool Unsoftened, bool BetweenTwoSets>
__global__ void __launch_bounds__(Simt::kWarpSize,
                                  Simt::launch_bound(Simt::kWarpSize, BlocksPerMultiprocessor))
    gravity_symmetric(Bodies bodies, Vector4<typename Bodies::gt_real>* __restrict__ sums,
                      std::uint32_t n, typename Bodies::gt_real eps2, GravityTargets targets) {
  using Real = typename Bodies::gt_real;
  constexpr unsigned kWarp = Simt::kWarpSize;
  GT_SHARED(Vector4<Real>, staged, [2][2 * kWarp]);
  Simt::check_wavefront();

  const unsigned lane = threadIdx.x;
  const unsigned next_lane = (lane + 1) % kWarp;
  gt_symmetric_ring ring;
  if (BetweenTwoSets)
    gt_symmetric_rectangle_make(&ring, n, targets.count, kWarp * K, kWarp);
  else
    gt_symmetric_ring_make(&ring, n, kWarp * K, K);
  const std::uint32_t place_i = BetweenTwoSets ? targets.first : 0;
  const std::uint32_t end_i = BetweenTwoSets ? targets.first + targets.count : n;
  std::uint64_t unit = gt_symmetric_units(&ring) * blockIdx.x / gridDim.x;
  const std::uint64_t end = gt_symmetric_units(&ring) * (blockIdx.x + 1) / gridDim.x;
  unsigned buffer = 0;

  while (unit < end) {
    const gt_symmetric_unit start = gt_symmetric_unit_of(&ring, unit);
    const std::uint32_t first_i = place_i + start.tile * (kWarp * K) + lane;
    Body<Real> body_i[K];
    Vector4<Real> sum_i[K];
    GT_UNROLL
    for (unsigned k = 0; k < K; ++k) {
      body_i[k] = load_or_massless(bodies, first_i + k * kWarp, end_i);
      sum_i[k] = {0, 0, 0, 0};
    }

    std::uint32_t run = start.run;
    if (run > gt_longest_run / kWarp) run = gt_longest_run / kWarp;
    if (run > end - unit) run = static_cast<std::uint32_t>(end - unit);
    unit += run;
    std::uint32_t chunk = start.chunk;
    Body<Real> next = load_or_massless(bodies, chunk * kWarp + lane, n);
    for (std::uint32_t u = 0; u < run; ++u) {
      // Two buffers in turn: a lane may be a whole chunk ahead of another before it overwrites.
      Vector4<Real>* const tile = staged[buffer];
      buffer ^= 1;
      const Vector4<Real> element = staged_order(next);
      tile[lane] = element;
      tile[lane + kWarp] = element;
      Simt::sync_warp();
      const std::uint32_t j = chunk * kWarp + lane;
      chunk = chunk + 1 == gt_symmetric_chunks(&ring) ? 0 : chunk + 1;
      next = load_or_massless(bodies, chunk * kWarp + lane, n);

      Vector4<Real> sum_j{0, 0, 0, 0};
      GT_UNROLL_AS_CHOSEN
      for (unsigned step = 0; step < kWarp; ++step) {
        const Body<Real> body_j = from_staged_order(tile[lane + step]);
        GT_UNROLL
        for (unsigned k = 0; k < K; ++k) {
          add_pair<Simt, WithPotential, Unsoftened>(body_i[k], body_j, eps2, sum_i[k], sum_j);
        }
        sum_j.x = Simt::shuffle(sum_j.x, next_lane);
        sum_j.y = Simt::shuffle(sum_j.y, next_lane);
        sum_j.z = Simt::shuffle(sum_j.z, next_lane);
        if (WithPotential) sum_j.w = Simt::shuffle(sum_j.w, next_lane);
      }
      // A tile meets itself in both orders, so its i side already has the whole sum.
      const bool own_tile = !BetweenTwoSets && j / (kWarp * K) == start.tile;
      if (!own_tile && j < n) Simt::add(sums + j, sum_j);
    }

    GT_UNROLL
    for (unsigned k = 0; k < K; ++k) {
      const std::uint32_t i = first_i + k * kWarp;
      if (i < end_i) Simt::add(sums + i, sum_i[k]);
    }
  }
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct gravity_symmetric_kernel {
  static constexpr const char* summary = "each unordered pair once, by Newton's third law";
  static constexpr const char* source = "this project";
  using layouts = Layouts<Float4Bodies, SoaBodies>;
  using precisions = BothPrecisions;
  using unroll = AxisValues<"unroll", "2", "1", "4", "compiler">;
  using axes = AxisList<unroll>;

  static void bind(const KernelCall& call, Binding& binding) {
    unroll_as_chosen<unroll>(call, binding);
    choose(wavefront_of<Simt>(call), any_bodies_of<gravity_symmetric_kernel>(call), sums_of(call),
           choices::OfSwitch{has_targets(call)},
           [&](auto simt, auto bodies, auto potential, auto unsoftened, auto between_two_sets) {
             using Platform = decltype(simt);
             using Bodies = decltype(bodies);
             using Real = typename Bodies::gt_real;
             constexpr bool kBetween = between_two_sets;
#ifdef GPUTEST_EVERY_INSTANCE
             constexpr bool kPotential = potential;
#else  // if the build leaves out instances, pairs between two sets always sum m/r
             constexpr bool kPotential = potential || kBetween;
#endif
             constexpr bool kUnsoftened = unsoftened;
             const GravityArguments<Real> a(call);
             const std::uint32_t n = kBetween ? bodies_with_pairs_of(a.n, a.targets.count) : a.n;
             const SymmetricPlan plan = symmetric_plan(n, call.configuration.precision, kPotential,
                                                       call.find_property(kYields) != nullptr);
             choose(shape_of<SymmetricShapes<Real, kPotential>>(plan.shape), [&](auto chosen) {
               constexpr SymmetricShape shape = chosen;
               constexpr unsigned kWarp = Platform::kWarpSize;
               binding.parameter("bodies_per_thread", shape.k);
               binding.parameter("blocks_per_multiprocessor", shape.blocks_per_multiprocessor);
               binding.parameter("rounds", plan.rounds);
               binding.add_fill("clear sums", a.sums, 0, call.items * sizeof(*a.sums));
               add_kernel<Simt, gravity_symmetric<Platform, Bodies, shape.blocks_per_multiprocessor,
                                                  shape.k, kPotential, kUnsoftened, kBetween>>(
                   binding, "gravity_symmetric",
                   kBetween ? symmetric_grid(a.n, a.targets.count, call.compute_units, kWarp, plan)
                            : symmetric_grid(a.n, call.compute_units, kWarp, plan),
                   kWarp, bodies, a.sums, a.n, a.eps2, a.targets);
             });
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

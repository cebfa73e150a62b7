// gravity_double_single: every coordinate and every sum is two floats; the second holds the
// rounding error of the first. Differences of near neighbours keep their digits and sums do not
// drift, at fp32's speed; only the rounding of each interaction remains. IPSJ refs 10-13 explain
// why GPUs needed it.
#include "common/gravity/simt/gather.hpp"
#include "common/gravity/simt/launch.hpp"
#include "common/simt/double_single.hpp"

namespace gputest {
namespace simt {

template <class Simt, class Real, bool WithPotential, bool Unsoftened>
struct DoubleSinglePair {
  struct Sums {
    DoubleSingle x, y, z, w;
  };
  struct Staged {
    Vector4<float> hi, lo;
  };

  Staged i;
  float eps2;

  static GT_MEMBER_FN Sums zero() { return {{0, 0}, {0, 0}, {0, 0}, {0, 0}}; }
  static GT_MEMBER_FN Staged stage(const Body<Real>& j) {
    const DoubleSingle x = split(j.x), y = split(j.y), z = split(j.z), m = split(j.m);
    return {{x.hi, y.hi, z.hi, m.hi}, {x.lo, y.lo, z.lo, m.lo}};
  }

  GT_MEMBER_FN void add(Sums& sums, const Staged& j) const {
    const float dx = (j.hi.x - i.hi.x) + (j.lo.x - i.lo.x);
    const float dy = (j.hi.y - i.hi.y) + (j.lo.y - i.lo.y);
    const float dz = (j.hi.z - i.hi.z) + (j.lo.z - i.lo.z);
    const auto distance =
        inverse_distance<Simt, Unsoftened>(gt_fma(dx, dx, gt_fma(dy, dy, gt_fma(dz, dz, eps2))));
    // A mass rounded to one float would have the same error in every interaction.
    const float weight = gt_fma(j.lo.w, distance.cube, j.hi.w * distance.cube);
    double_single_add(sums.x, weight * dx);
    double_single_add(sums.y, weight * dy);
    double_single_add(sums.z, weight * dz);
    if (WithPotential) {
      double_single_add(sums.w, gt_fma(j.lo.w, distance.inverse, j.hi.w * distance.inverse));
    }
  }

  static GT_MEMBER_FN void merge(Sums& sums, const Sums& others) {
    double_single_merge(sums.x, others.x);
    double_single_merge(sums.y, others.y);
    double_single_merge(sums.z, others.z);
    if (WithPotential) double_single_merge(sums.w, others.w);
  }
};

/// sums[i] = (a, sum of m/r) of body targets.first + i, for a grid with at least targets.count /
/// (Block / Parts) blocks. The bodies are doubles, which are split when they are staged.
template <class Simt, class Bodies, unsigned Block, unsigned Parts, bool WithPotential,
          bool Unsoftened>
__global__ void __launch_bounds__(Block)
    gravity_double_single(Bodies bodies, Vector4<typename Bodies::gt_real>* __restrict__ sums,
                          std::uint32_t n, typename Bodies::gt_real eps2, GravityTargets targets) {
  using Real = typename Bodies::gt_real;
  using Pair = DoubleSinglePair<Simt, Real, WithPotential, Unsoftened>;
  constexpr unsigned kBodies = Block / Parts;
  const std::uint32_t i = blockIdx.x * kBodies + threadIdx.x % kBodies;
  const Pair pair{
      Pair::stage(load_or_massless(bodies, targets.first + i, targets.first + targets.count)),
      static_cast<float>(eps2)};
  const typename Pair::Sums total = gather<Block, Parts>(pair, bodies, n);
  if (threadIdx.x < kBodies && i < targets.count) {
    sums[i] = {joined<Real>(total.x), joined<Real>(total.y), joined<Real>(total.z),
               joined<Real>(total.w)};
  }
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct gravity_double_single_kernel {
  static constexpr const char* summary = "coordinates and sums as two floats, interactions in fp32";
  static constexpr const char* source = "Knuth, TAOCP 2, 4.2.2; IPSJ survey, refs 10 to 13";
  using layouts = Layouts<Float4Bodies, SoaBodies>;
  using precisions = Precisions<double>;
  static constexpr Precision arithmetic = Precision::fp32;
  using blocks = Blocks<256, 64, 128>;

  static void bind(const KernelCall& call, Binding& binding) {
    constexpr unsigned kParts = 8;
    binding.parameter("threads_per_body", kParts);
    choose(any_bodies_of<gravity_double_single_kernel>(call), sums_of(call),
           block_of<gravity_double_single_kernel>(call),
           [&](auto bodies, auto potential, auto unsoftened, auto block) {
             using Bodies = decltype(bodies);
             using Real = typename Bodies::gt_real;
             const GravityArguments<Real> a(call);
             add_kernel<Simt,
                        gravity_double_single<Simt, Bodies, block, kParts, potential, unsoftened>>(
                 binding, "gravity_double_single", blocks_for(a.targets.count, block / kParts),
                 block, bodies, a.sums, a.n, a.eps2, a.targets);
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

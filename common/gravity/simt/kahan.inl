// gravity_kahan: sums with Kahan's compensation, four additions instead of one. Each addition
// passes its rounding error on to the next, so that the error of the sum does not grow with n; only
// the rounding of each interaction remains.
#include "common/gravity/simt/gather.hpp"
#include "common/gravity/simt/launch.hpp"

namespace gputest {
namespace simt {

/// A sum, and the excess that it contains by rounding.
template <class Real>
struct KahanSum {
  Real sum, excess;
};

template <class Real>
GT_FN void kahan_add(KahanSum<Real>& total, Real term) {
  const Real corrected = term - total.excess;
  const Real sum = total.sum + corrected;
  total.excess = (sum - total.sum) - corrected;
  total.sum = sum;
}

template <class Simt, class Real, bool WithPotential, bool Unsoftened>
struct KahanPair {
  struct Sums {
    KahanSum<Real> x, y, z, w;
  };
  using Staged = Vector4<Real>;

  Body<Real> i;
  Real eps2;

  static GT_MEMBER_FN Sums zero() { return {{0, 0}, {0, 0}, {0, 0}, {0, 0}}; }
  GT_MEMBER_FN Staged stage(const Body<Real>& j) const { return {j.x, j.y, j.z, j.m}; }

  GT_MEMBER_FN void add(Sums& sums, const Staged& j) const {
    const Real dx = j.x - i.x;
    const Real dy = j.y - i.y;
    const Real dz = j.z - i.z;
    const auto distance =
        inverse_distance<Simt, Unsoftened>(gt_fma(dx, dx, gt_fma(dy, dy, gt_fma(dz, dz, eps2))));
    const Real weight = j.w * distance.cube;
    kahan_add(sums.x, weight * dx);
    kahan_add(sums.y, weight * dy);
    kahan_add(sums.z, weight * dz);
    if (WithPotential) kahan_add(sums.w, j.w * distance.inverse);
  }

  static GT_MEMBER_FN void merge(Sums& sums, const Sums& others) {
    merge(sums.x, others.x);
    merge(sums.y, others.y);
    merge(sums.z, others.z);
    if (WithPotential) merge(sums.w, others.w);
  }

 private:
  static GT_MEMBER_FN void merge(KahanSum<Real>& total, const KahanSum<Real>& other) {
    kahan_add(total, other.sum);
    kahan_add(total, -other.excess);
  }
};

/// sums[i] = body i's (a, sum of m/r), for a grid with at least n / (Block / Parts) blocks.
template <class Simt, class Bodies, unsigned Block, unsigned Parts, bool WithPotential,
          bool Unsoftened>
__global__ void __launch_bounds__(Block)
    gravity_kahan(Bodies bodies, Vector4<typename Bodies::gt_real>* __restrict__ sums,
                  std::uint32_t n, typename Bodies::gt_real eps2) {
  using Pair = KahanPair<Simt, typename Bodies::gt_real, WithPotential, Unsoftened>;
  constexpr unsigned kBodies = Block / Parts;
  const std::uint32_t i = blockIdx.x * kBodies + threadIdx.x % kBodies;
  const Pair pair{load_or_massless(bodies, i, n), eps2};
  const typename Pair::Sums total = gather<Block, Parts>(pair, bodies, n);
  if (threadIdx.x < kBodies && i < n) {
    sums[i] = {total.x.sum, total.y.sum, total.z.sum, total.w.sum};
  }
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct gravity_kahan_kernel {
  static constexpr const char* summary = "sums with Kahan's compensation";
  static constexpr const char* source = "Kahan, CACM 8 (1965) 40";
  using layouts = Layouts<Float4Bodies, SoaBodies>;
  using precisions = BothPrecisions;
  using blocks = Blocks<256, 64, 128>;

  static void bind(const KernelCall& call, Binding& binding) {
    constexpr unsigned kParts = 8;
    binding.parameter("threads_per_body", kParts);
    choose(any_bodies_of<gravity_kahan_kernel>(call), sums_of(call),
           block_of<gravity_kahan_kernel>(call),
           [&](auto bodies, auto potential, auto unsoftened, auto block) {
             using Bodies = decltype(bodies);
             using Real = typename Bodies::gt_real;
             const GravityArguments<Real> a(call);
             add_kernel<Simt, gravity_kahan<Simt, Bodies, block, kParts, potential, unsoftened>>(
                 binding, "gravity_kahan", blocks_for(a.n, block / kParts), block, bodies, a.sums,
                 a.n, a.eps2);
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

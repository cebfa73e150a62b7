// gravity_fixed64: sums of 64-bit integers, like GRAPE's fixed-point sums. Integer addition is
// exact, so the result has the same bits for any order of summation: block size, parts and the
// platform's scheduling have no effect. Each interaction (common/gravity/fixed64.h) has the same
// bits on every platform too.
#include "common/gravity/fixed64.h"
#include "common/gravity/fixed64_scale.hpp"
#include "common/gravity/simt/gather.hpp"
#include "common/gravity/simt/launch.hpp"

namespace gputest {
namespace simt {

template <class Simt, bool WithPotential, bool Unsoftened>
struct Fixed64Pair {
  using Sums = gt_fixed64_sums;
  using Staged = Vector4<float>;

  Body<float> i;
  float eps2, scale;

  static GT_MEMBER_FN Sums zero() { return {0, 0, 0, 0}; }
  // The scale is a power of two, so it changes no digit of the mass.
  GT_MEMBER_FN Staged stage(const Body<float>& j) const { return {j.x, j.y, j.z, j.m * scale}; }

  GT_MEMBER_FN void add(Sums& sums, const Staged& j) const {
    const float dx = j.x - i.x;
    const float dy = j.y - i.y;
    const float dz = j.z - i.z;
    const float r2 = gt_fixed64_square(dx, dy, dz, eps2);
    float inverse_r = gt_nearest_rsqrt(r2, Simt::rsqrt(r2));
    if (Unsoftened) inverse_r = r2 < LeastSquare<float>::value ? 0.0f : inverse_r;
    sums = gt_fixed64_add(sums, dx, dy, dz, j.w, inverse_r, WithPotential);
  }

  static GT_MEMBER_FN void merge(Sums& sums, const Sums& others) {
    sums.x += others.x;
    sums.y += others.y;
    sums.z += others.z;
    sums.w += others.w;
  }
};

/// sums[i] = body i's (a, sum of m/r), for a grid with at least n / (Block / Parts) blocks.
/// `scale`, from fixed64_scale(), is the number of units per 1 of acceleration and of m/r.
template <class Simt, class Bodies, unsigned Block, unsigned Parts, bool WithPotential,
          bool Unsoftened>
__global__ void __launch_bounds__(Block)
    gravity_fixed64(Bodies bodies, Vector4<typename Bodies::gt_real>* __restrict__ sums,
                    std::uint32_t n, typename Bodies::gt_real eps2,
                    typename Bodies::gt_real scale) {
  using Real = typename Bodies::gt_real;
  using Pair = Fixed64Pair<Simt, WithPotential, Unsoftened>;
  constexpr unsigned kBodies = Block / Parts;
  const std::uint32_t i = blockIdx.x * kBodies + threadIdx.x % kBodies;
  const Pair pair{load_or_massless(bodies, i, n), eps2, scale};
  const typename Pair::Sums total = gather<Block, Parts>(pair, bodies, n);
  if (threadIdx.x < kBodies && i < n) {
    sums[i] = {static_cast<Real>(total.x) / scale, static_cast<Real>(total.y) / scale,
               static_cast<Real>(total.z) / scale, static_cast<Real>(total.w) / scale};
  }
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct gravity_fixed64_kernel {
  static constexpr const char* summary =
      "64-bit fixed-point sums: the same bits in any order and on any device";
  static constexpr const char* source = "GRAPE's accumulators (Makino and Taiji 1998)";
  using layouts = Layouts<Float4Bodies, SoaBodies>;
  using precisions = Precisions<float>;
  using blocks = Blocks<256, 64, 128>;

  static void bind(const KernelCall& call, Binding& binding) {
    constexpr unsigned kParts = 8;
    binding.parameter("threads_per_body", kParts);
    choose(any_bodies_of<gravity_fixed64_kernel>(call), sums_of(call),
           block_of<gravity_fixed64_kernel>(call),
           [&](auto bodies, auto potential, auto unsoftened, auto block) {
             using Bodies = decltype(bodies);
             using Real = typename Bodies::gt_real;
             const GravityArguments<Real> a(call);
             const Real scale = static_cast<Real>(
                 fixed64_scale(call.property("total_mass"), call.property("closest_distance")));
             add_kernel<Simt, gravity_fixed64<Simt, Bodies, block, kParts, potential, unsoftened>>(
                 binding, "gravity_fixed64", blocks_for(a.n, block / kParts), block, bodies, a.sums,
                 a.n, a.eps2, scale);
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

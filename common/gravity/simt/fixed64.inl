// gravity_fixed64: sums of 64-bit integers, as GRAPE's are fixed-point. Integer addition is exact,
// so the result is the same to the last bit whatever the order of summation: block size, parts, and
// the platform's scheduling do not show.
#include "common/gravity/simt/gather.hpp"
#include "common/gravity/simt/launch.hpp"

namespace gputest {
namespace simt {

// Rounded once, so that no compiler's choice to fuse or not to fuse shows in the result.
GT_FN float fused(float a, float b, float c) { return fmaf(a, b, c); }
GT_FN double fused(double a, double b, double c) { return fma(a, b, c); }

// To the nearest integer, ties to even.
GT_FN std::int64_t to_fixed(float value) { return llrintf(value); }
GT_FN std::int64_t to_fixed(double value) { return llrint(value); }

template <class Simt, class Real, bool WithPotential, bool Unsoftened>
struct Fixed64Pair {
  struct Sums {
    std::int64_t x, y, z, w;
  };
  using Staged = Vector4<Real>;

  Body<Real> i;
  Real eps2, scale;

  static GT_MEMBER_FN Sums zero() { return {0, 0, 0, 0}; }
  // The scale is a power of two, so it changes no digit of the mass.
  GT_MEMBER_FN Staged stage(const Body<Real>& j) const { return {j.x, j.y, j.z, j.m * scale}; }

  GT_MEMBER_FN void add(Sums& sums, const Staged& j) const {
    const Real dx = j.x - i.x;
    const Real dy = j.y - i.y;
    const Real dz = j.z - i.z;
    const auto distance =
        inverse_distance<Simt, Unsoftened>(fused(dx, dx, fused(dy, dy, fused(dz, dz, eps2))));
    const Real weight = j.w * distance.cube;
    sums.x += to_fixed(weight * dx);
    sums.y += to_fixed(weight * dy);
    sums.z += to_fixed(weight * dz);
    if (WithPotential) sums.w += to_fixed(j.w * distance.inverse);
  }

  static GT_MEMBER_FN void merge(Sums& sums, const Sums& others) {
    sums.x += others.x;
    sums.y += others.y;
    sums.z += others.z;
    sums.w += others.w;
  }
};

/// sums[i] = body i's (a, sum of m/r), for a grid of at least n / (Block / Parts) blocks. `scale`,
/// from fixed64_scale(), is how many units of the sums a unit of acceleration and of m/r is.
template <class Simt, class Bodies, unsigned Block, unsigned Parts, bool WithPotential,
          bool Unsoftened>
__global__ void __launch_bounds__(Block)
    gravity_fixed64(Bodies bodies, Vector4<typename Bodies::gt_real>* __restrict__ sums,
                    std::uint32_t n, typename Bodies::gt_real eps2,
                    typename Bodies::gt_real scale) {
  using Real = typename Bodies::gt_real;
  using Pair = Fixed64Pair<Simt, Real, WithPotential, Unsoftened>;
  constexpr unsigned kBodies = Block / Parts;
  const std::uint32_t i = blockIdx.x * kBodies + threadIdx.x % kBodies;
  const Pair pair{load_or_massless(bodies, i, n), eps2, scale};
  const typename Pair::Sums total = gather<Block, Parts>(pair, bodies, n);
  if (threadIdx.x < kBodies && i < n) {
    sums[i] = {static_cast<Real>(total.x) / scale, static_cast<Real>(total.y) / scale,
               static_cast<Real>(total.z) / scale, static_cast<Real>(total.w) / scale};
  }
}

template <class Simt>
struct gravity_fixed64_kernel {
  static constexpr const char* summary =
      "64-bit fixed-point sums, the same bits whatever their order";
  static constexpr const char* source = "GRAPE's accumulators (Makino and Taiji 1998)";
  using layouts = Layouts<Float4Bodies, SoaBodies>;
  using precisions = Precisions<float>;
  using blocks = Blocks<256, 64, 128>;

  static void bind(const KernelCall& call, Binding& binding) {
    constexpr unsigned kParts = 8;
    binding.parameter("threads_per_body", kParts);
    choose(bodies_of<gravity_fixed64_kernel>(call), sums_of(call),
           block_of<gravity_fixed64_kernel>(call),
           [&](auto bodies, auto potential, auto unsoftened, auto block) {
             using Bodies = decltype(bodies);
             using Real = typename Bodies::gt_real;
             const GravityArguments<Real> a(call);
             const Real scale = static_cast<Real>(
                 fixed64_scale(call.property("total_mass"), call.property("closest_distance")));
             add_kernel<Simt>(binding, "gravity_fixed64",
                              gravity_fixed64<Simt, Bodies, block, kParts, potential, unsoftened>,
                              blocks_for(a.n, block / kParts), block, bodies, a.sums, a.n, a.eps2,
                              scale);
           });
  }
};

}  // namespace simt
}  // namespace gputest

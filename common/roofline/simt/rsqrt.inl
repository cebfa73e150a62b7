// roofline_rsqrt: one body per thread; its four numbers go through chains of reciprocal square
// roots.
#include "common/roofline/chain.h"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

template <class Simt>
GT_FN float reciprocal_root(float x) {
  return Simt::rsqrt(x);
}
/// Refines an estimate y, accurate to 2^-19 or better, by one step of third order.
template <class Simt>
GT_FN double reciprocal_root(double x) {
  const double y = Simt::rsqrt_estimate(x);
  const double e = fma(-x, y * y, 1.0);
  return fma(y * e, fma(0.375, e, 0.5), y);
}

/// values[i] = the sums of body i after `rounds` times GT_ROOFLINE_ROOTS roots. The grid has at
/// least n threads.
template <class Simt, class Bodies>
__global__ void roofline_rsqrt(Bodies bodies,
                               Vector4<typename Bodies::gt_real>* __restrict__ values,
                               std::uint32_t n, std::uint32_t rounds) {
  using Real = typename Bodies::gt_real;
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const Body<Real> body = bodies.load(i);
  const auto first_sum = [](Real number) { return 1 + (number < 0 ? -number : number); };
  Vector4<Real> sum{first_sum(body.x), first_sum(body.y), first_sum(body.z), first_sum(body.m)};
  for (std::uint32_t round = 0; round < rounds; ++round) {
    Vector4<Real> v = sum;
    GT_UNROLL
    for (unsigned k = 0; k < GT_ROOFLINE_ROOTS; ++k) {
      v.x = reciprocal_root<Simt>(v.x);
      v.y = reciprocal_root<Simt>(v.y);
      v.z = reciprocal_root<Simt>(v.z);
      v.w = reciprocal_root<Simt>(v.w);
    }
    sum.x += v.x;
    sum.y += v.y;
    sum.z += v.z;
    sum.w += v.w;
  }
  values[i] = sum;
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct roofline_rsqrt_kernel {
  static constexpr const char* summary =
      "a body per thread, its numbers through chains of reciprocal square roots";
  static constexpr const char* source =
      "Williams, Waterman and Patterson 2009, Commun. ACM 52 (4), 65, for another unit";
  using layouts = EveryLayout<Float4Bodies>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<128, 64, 256>;
  using axes = AxisList<AxisValues<"rsqrts">>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(any_bodies_of<roofline_rsqrt_kernel>(call), [&](auto bodies) {
      using Bodies = decltype(bodies);
      const auto n = call.scalar<std::uint32_t>("n");
      const unsigned block = call.configuration.block;
      add_kernel<Simt, roofline_rsqrt<Simt, Bodies>>(
          binding, "roofline_rsqrt", blocks_for(n, block), block, bodies,
          static_cast<Vector4<typename Bodies::gt_real>*>(call.outputs[0]), n,
          call.specialization("rsqrts") / GT_ROOFLINE_ROOTS);
    });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

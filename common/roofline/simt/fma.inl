// roofline_fma: one body per thread; its four numbers go through chains of fused multiply-adds.
#include "common/roofline/chain.h"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

GT_FN float fused_multiply_add(float a, float b, float c) { return fmaf(a, b, c); }
GT_FN double fused_multiply_add(double a, double b, double c) { return fma(a, b, c); }

/// values[i] = the ends of body i's chains, after `rounds` times GT_ROOFLINE_STEP steps. The grid
/// has at least n threads.
template <class Simt, class Bodies>
__global__ void roofline_fma(Bodies bodies, Vector4<typename Bodies::gt_real>* __restrict__ values,
                             std::uint32_t n, std::uint32_t rounds) {
  using Real = typename Bodies::gt_real;
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const Body<Real> body = bodies.load(i);
  Vector4<Real> v{body.x, body.y, body.z, body.m};
  for (std::uint32_t round = 0; round < rounds; ++round) {
    GT_UNROLL
    for (unsigned step = 0; step < GT_ROOFLINE_STEP; ++step) {
      v.x = fused_multiply_add(Real(GT_ROOFLINE_FACTOR), v.x, Real(GT_ROOFLINE_ADDEND));
      v.y = fused_multiply_add(Real(GT_ROOFLINE_FACTOR), v.y, Real(GT_ROOFLINE_ADDEND));
      v.z = fused_multiply_add(Real(GT_ROOFLINE_FACTOR), v.z, Real(GT_ROOFLINE_ADDEND));
      v.w = fused_multiply_add(Real(GT_ROOFLINE_FACTOR), v.w, Real(GT_ROOFLINE_ADDEND));
    }
  }
  values[i] = v;
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct roofline_fma_kernel {
  static constexpr const char* summary =
      "a body per thread, its numbers through chains of fused multiply-adds";
  static constexpr const char* source =
      "Williams, Waterman and Patterson 2009, Commun. ACM 52 (4), 65";
  using layouts = EveryLayout<Float4Bodies>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<128, 64, 256>;
  using axes = AxisList<AxisValues<"fmas">>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(any_bodies_of<roofline_fma_kernel>(call), [&](auto bodies) {
      using Bodies = decltype(bodies);
      const auto n = call.scalar<std::uint32_t>("n");
      const unsigned block = call.configuration.block;
      add_kernel<Simt, roofline_fma<Simt, Bodies>>(
          binding, "roofline_fma", blocks_for(n, block), block, bodies,
          static_cast<Vector4<typename Bodies::gt_real>*>(call.outputs[0]), n,
          call.specialization("fmas") / GT_ROOFLINE_STEP);
    });
  }
};
#endif

}  // namespace simt
}  // namespace gputest

// Compiled once for each of Highway's targets: foreach_target.h includes this file again and again.
#include "common/core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "common/roofline/cpu/fma.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include <cmath>

#include "common/roofline/chain.h"
#include "common/roofline/cpu/bind_chains.inl"

HWY_BEFORE_NAMESPACE();
namespace gputest::cpu::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class Real>
Real chain(Real x, std::uint32_t fmas) {
  for (std::uint32_t k = 0; k < fmas; ++k)
    x = std::fma(Real(GT_ROOFLINE_FACTOR), x, Real(GT_ROOFLINE_ADDEND));
  return x;
}

/// values[0 … count - 1] = the ends of the chains of from[0 … count - 1].
template <class Real>
void chains(const Real* HWY_RESTRICT from, Real* HWY_RESTRICT values, std::size_t count,
            std::uint32_t fmas) {
  std::size_t k = 0;
#if HWY_NATIVE_FMA                      // otherwise MulAdd() would round twice
  constexpr std::size_t kInFlight = 8;  // latency of a fused multiply-add times two per cycle
  const hn::ScalableTag<Real> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto factor = hn::Set(d, Real(GT_ROOFLINE_FACTOR));
  const auto addend = hn::Set(d, Real(GT_ROOFLINE_ADDEND));
  for (; k + kInFlight * lanes <= count; k += kInFlight * lanes) {
    hn::Vec<decltype(d)> x[kInFlight];
    for (std::size_t v = 0; v < kInFlight; ++v) x[v] = hn::LoadU(d, from + k + v * lanes);
    for (std::uint32_t step = 0; step < fmas; ++step)
      for (std::size_t v = 0; v < kInFlight; ++v) x[v] = hn::MulAdd(factor, x[v], addend);
    for (std::size_t v = 0; v < kInFlight; ++v) hn::StoreU(x[v], d, values + k + v * lanes);
  }
#endif
  for (; k < count; ++k) values[k] = chain(from[k], fmas);
}

/// Processes eight vectors of numbers at a time, by Highway.
struct roofline_fma_kernel {
  static constexpr const char* summary =
      "numbers through chains of fused multiply-adds, by vectors (Highway)";
  static constexpr const char* source =
      "Williams, Waterman and Patterson 2009, Commun. ACM 52 (4), 65";
  using layouts = Layouts<Float4Bodies>;
  using precisions = Precisions<float, double>;
  using axes = AxisList<AxisValues<"fmas">>;

  static Launch bind(const KernelCall& call) {
    return bind_chains<roofline_fma_kernel>(call, "fmas",
                                            [](auto... arguments) { chains(arguments...); });
  }
};

Launch bind(const KernelCall& call) { return roofline_fma_kernel::bind(call); }

}  // namespace
}  // namespace gputest::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gputest::cpu {
namespace {
HWY_EXPORT(bind);
}  // namespace

extern const Declaration roofline_fma_cpu = declare<HWY_NAMESPACE::roofline_fma_kernel>(
    [](const KernelCall& call) { return HWY_DYNAMIC_DISPATCH(bind)(call); });

}  // namespace gputest::cpu
#endif

// Compiled once for each of Highway's targets: foreach_target.h includes this file again and again.
#include "common/core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "common/roofline/cpu/rsqrt.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include <cmath>

#include "common/cpu/inverse_sqrt.inl"
#include "common/roofline/chain.h"
#include "common/roofline/cpu/bind_chains.inl"

HWY_BEFORE_NAMESPACE();
namespace gputest::cpu::HWY_NAMESPACE {
namespace {

template <class Real>
Real sum_of_roots(Real number, std::uint32_t rsqrts) {
  Real sum = 1 + std::abs(number);
  for (std::uint32_t round = 0; round < rsqrts / GT_ROOFLINE_ROOTS; ++round) {
    Real x = sum;
    for (unsigned k = 0; k < GT_ROOFLINE_ROOTS; ++k) x = 1 / std::sqrt(x);
    sum += x;
  }
  return sum;
}

/// values[0 … count - 1] = the sums of the chains of from[0 … count - 1].
template <class Real>
void sums_of_roots(const Real* HWY_RESTRICT from, Real* HWY_RESTRICT values, std::size_t count,
                   std::uint32_t rsqrts) {
  constexpr std::size_t kInFlight = 8;  // a root waits for the one before it
  const hn::ScalableTag<Real> d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t k = 0;
  for (; k + kInFlight * lanes <= count; k += kInFlight * lanes) {
    hn::Vec<decltype(d)> sum[kInFlight];
    for (std::size_t v = 0; v < kInFlight; ++v)
      sum[v] = hn::Add(hn::Set(d, Real(1)), hn::Abs(hn::LoadU(d, from + k + v * lanes)));
    for (std::uint32_t round = 0; round < rsqrts / GT_ROOFLINE_ROOTS; ++round) {
      hn::Vec<decltype(d)> x[kInFlight];
      for (std::size_t v = 0; v < kInFlight; ++v) x[v] = sum[v];
      for (unsigned root = 0; root < GT_ROOFLINE_ROOTS; ++root)
        for (std::size_t v = 0; v < kInFlight; ++v) x[v] = inverse_sqrt(d, x[v]);
      for (std::size_t v = 0; v < kInFlight; ++v) sum[v] = hn::Add(sum[v], x[v]);
    }
    for (std::size_t v = 0; v < kInFlight; ++v) hn::StoreU(sum[v], d, values + k + v * lanes);
  }
  for (; k < count; ++k) values[k] = sum_of_roots(from[k], rsqrts);
}

/// Processes eight vectors of numbers at a time, by Highway.
struct roofline_rsqrt_kernel {
  static constexpr const char* summary =
      "numbers through chains of reciprocal square roots, by vectors (Highway)";
  static constexpr const char* source =
      "Williams, Waterman and Patterson 2009, Commun. ACM 52 (4), 65, for another unit";
  using layouts = Layouts<Float4Bodies>;
  using precisions = Precisions<float, double>;
  using axes = AxisList<AxisValues<"rsqrts">>;

  static Launch bind(const KernelCall& call) {
    return bind_chains<roofline_rsqrt_kernel>(
        call, "rsqrts", [](auto... arguments) { sums_of_roots(arguments...); });
  }
};

Launch bind(const KernelCall& call) { return roofline_rsqrt_kernel::bind(call); }

}  // namespace
}  // namespace gputest::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gputest::cpu {
namespace {
HWY_EXPORT(bind);
}  // namespace

extern const Declaration roofline_rsqrt_cpu = declare<HWY_NAMESPACE::roofline_rsqrt_kernel>(
    [](const KernelCall& call) { return HWY_DYNAMIC_DISPATCH(bind)(call); });

}  // namespace gputest::cpu
#endif

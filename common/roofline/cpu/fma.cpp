// Compiled once for each of Highway's targets: foreach_target.h includes this file again and again.
#include "common/cpu/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "common/roofline/cpu/fma.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include <cmath>

#include "common/roofline/cpu/kernels.hpp"
#include "common/roofline/chain.h"

HWY_BEFORE_NAMESPACE();
namespace gputest::cpu::HWY_NAMESPACE {

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
#if HWY_NATIVE_FMA                      // or MulAdd() would round twice
  constexpr std::size_t kInFlight = 8;  // a fused multiply-add's latency times two a cycle
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

void chains_fp32(const float* from, float* values, std::size_t count, std::uint32_t fmas) {
  chains(from, values, count, fmas);
}
void chains_fp64(const double* from, double* values, std::size_t count, std::uint32_t fmas) {
  chains(from, values, count, fmas);
}

}  // namespace gputest::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <algorithm>

namespace gputest::cpu {
namespace {
HWY_EXPORT(chains_fp32);
HWY_EXPORT(chains_fp64);

/// Over all numbers of float4 bodies, which lie in a row.
template <class Real, class Function>
void in_parallel(const KernelCall& call, Function function) {
  constexpr std::size_t kChunk = 4096;  // numbers a thread takes at a time
  const auto* from = static_cast<const Real*>(call.inputs[0]);
  auto* values = static_cast<Real*>(call.outputs[0]);
  const std::size_t count = 4 * std::size_t{call.scalar<std::uint32_t>("n")};
  const std::uint32_t fmas = call.specialization("fmas");
#pragma omp parallel for schedule(static)
  for (std::size_t first = 0; first < count; first += kChunk)
    function(from + first, values + first, std::min(kChunk, count - first), fmas);
}

}  // namespace

void roofline_fma(const KernelCall& call) {
  if (call.configuration.precision == Precision::fp32)
    in_parallel<float>(call, HWY_DYNAMIC_DISPATCH(chains_fp32));
  else
    in_parallel<double>(call, HWY_DYNAMIC_DISPATCH(chains_fp64));
}

}  // namespace gputest::cpu
#endif

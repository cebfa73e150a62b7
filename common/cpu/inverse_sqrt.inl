// 1/sqrt of Highway's vectors. Include this after <hwy/highway.h>, and again for each of its
// targets.
#if defined(GPUTEST_INVERSE_SQRT) == defined(HWY_TARGET_TOGGLE)
#ifdef GPUTEST_INVERSE_SQRT
#undef GPUTEST_INVERSE_SQRT
#else
#define GPUTEST_INVERSE_SQRT
#endif

HWY_BEFORE_NAMESPACE();
namespace gputest::cpu::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// 1/sqrt(a): an estimate and one step of Householder's method, with the order that the precision
/// requires. Without a hardware estimate, a square root and a division.
template <class D>
HWY_INLINE hn::Vec<D> inverse_sqrt(D d, hn::Vec<D> a) {
#if HWY_TARGET == HWY_SSSE3 || HWY_TARGET == HWY_SSE4 || HWY_TARGET <= HWY_AVX2
  if constexpr (sizeof(hn::TFromD<D>) == 4) {
    // rsqrtps and rsqrt14ps give 11 bits or more. A Newton step, y (3 - a y^2) / 2, doubles them.
    const auto y = hn::ApproximateReciprocalSqrt(a);
    const auto half_y = hn::Mul(y, hn::Set(d, 0.5f));
    return hn::Mul(half_y, hn::NegMulAdd(hn::Mul(a, y), y, hn::Set(d, 3.0f)));
  }
#endif
#if HWY_TARGET <= HWY_AVX3
  if constexpr (sizeof(hn::TFromD<D>) == 8) {
    // rsqrt14pd: e = 1 - a y^2 is below 2^-13, and the series of (1 - e)^(-1/2) up to e^3 leaves
    // 35/128 e^4, below 2^-53.
    const hn::Vec<D> y{_mm512_rsqrt14_pd(a.raw)};
    const auto e = hn::NegMulAdd(hn::Mul(a, y), y, hn::Set(d, 1.0));
    auto series = hn::MulAdd(e, hn::Set(d, 5.0 / 16), hn::Set(d, 3.0 / 8));
    series = hn::MulAdd(e, series, hn::Set(d, 0.5));
    return hn::MulAdd(hn::Mul(y, e), series, y);
  }
#endif
  return hn::Div(hn::Set(d, 1), hn::Sqrt(a));
}

}  // namespace
}  // namespace gputest::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

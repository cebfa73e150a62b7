// Floating-point instructions of the vector ALU.
// Compiled once for each of Highway's targets: foreach_target.h includes this file repeatedly.
#include <limits>

#include "common/core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "hip/isa/semantics/vector_float.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "hip/isa/semantics/estimates.hpp"
#include "hip/isa/semantics/lanes.inl"

HWY_BEFORE_NAMESPACE();
namespace gputest::isa::HWY_NAMESPACE {
namespace {

/// The hardware's order: -0 is less than +0, and of a NaN and a number it takes the number.
template <class T>
T least(T a, T b) {
  if (a != a) return b;
  if (b != b) return a;
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
}
template <class T>
T most(T a, T b) {
  if (a != a) return b;
  if (b != b) return a;
  if (a == b) return std::signbit(a) ? b : a;
  return a > b ? a : b;
}
template <class T>
T middle(T a, T b, T c) {
  if (a != a || b != b || c != c) return least(least(a, b), c);
  const T top = most(most(a, b), c);
  if (top == a) return most(b, c);
  if (top == b) return most(a, c);
  return most(a, b);
}

template <class T>
T largest_below_one() {
  return sizeof(T) == 4 ? static_cast<T>(0x1.fffffep-1F) : static_cast<T>(0x1.fffffffffffffp-1);
}
template <class T>
T fraction(T x) {
  const T rest = x - std::floor(x);
  return rest < largest_below_one<T>() ? rest : largest_below_one<T>();
}

/// The hardware's frexp: the exponent of infinities and NaNs is 0.
template <class T>
int exponent_of(T x) {
  int exponent = 0;
  if (std::isfinite(x)) static_cast<void>(std::frexp(x, &exponent));
  return exponent;
}
template <class T>
T mantissa_of(T x) {
  int exponent = 0;
  return std::isfinite(x) ? std::frexp(x, &exponent) : x;
}

/// The biased exponent.
inline int biased(float x) { return static_cast<int>(std::bit_cast<u32>(x) >> 23 & 0xFF); }
inline int biased(double x) { return static_cast<int>(std::bit_cast<u64>(x) >> 52 & 0x7FF); }
template <class T>
bool is_subnormal(T x) {
  return biased(x) == 0 && x != T(0);
}

/// v_div_scale: "Vega 7nm" ISA manual, chapter 12, V_DIV_SCALE_F32 and V_DIV_SCALE_F64.
template <class T>
Flagged<T> division_scale(T scaled, T denominator, T numerator) {
  constexpr bool is_single = sizeof(T) == 4;
  constexpr int by = is_single ? 64 : 128, far = is_single ? 96 : 768, tiny = is_single ? 23 : 53;
  if (numerator == T(0) || denominator == T(0)) return {std::numeric_limits<T>::quiet_NaN(), false};
  if (biased(numerator) - biased(denominator) >= far)
    return {scaled == denominator ? std::ldexp(scaled, by) : scaled, true};
  if (is_subnormal(denominator)) return {std::ldexp(scaled, by), false};
  // The reciprocal of a float is never subnormal here: the manuals take it in double precision.
  const bool small_reciprocal = is_subnormal(1.0 / static_cast<double>(denominator));
  const bool small_quotient = is_subnormal(numerator / denominator);
  // The manuals scale the denominator up here, which would overflow.
  if (small_reciprocal && small_quotient)
    return {scaled == denominator ? std::ldexp(scaled, -by) : scaled, true};
  if (small_reciprocal) return {std::ldexp(scaled, -by), false};
  if (small_quotient) return {scaled == numerator ? std::ldexp(scaled, by) : scaled, true};
  if (biased(numerator) <= tiny) return {std::ldexp(scaled, by), false};
  return {scaled, false};
}

/// v_div_fmas: "RDNA3" ISA manual, V_DIV_FMAS_F32 and V_DIV_FMAS_F64. Sum and factor are rounded
/// once; enough digits of a wider type give the same result.
template <class T>
T division_fma(T a, T b, T c, bool scaled) {
  using Wide = std::conditional_t<sizeof(T) == 4, double, long double>;
  constexpr int by = sizeof(T) == 4 ? 64 : 128, middle_exponent = sizeof(T) == 4 ? 127 : 1023;
  if (!scaled) return std::fma(a, b, c);
  const Wide sum = std::fma(static_cast<Wide>(a), static_cast<Wide>(b), static_cast<Wide>(c));
  return static_cast<T>(std::ldexp(sum, biased(c) > middle_exponent ? by : -by));
}

/// v_div_fixup: the same manuals.
template <class T>
T division_fixup(T quotient, T denominator, T numerator) {
  constexpr int underflow = sizeof(T) == 4 ? -150 : -1075, top = sizeof(T) == 4 ? 255 : 2047;
  const T infinity = std::numeric_limits<T>::infinity();
  const T sign = std::signbit(denominator) != std::signbit(numerator) ? T(-1) : T(1);
  if (numerator != numerator) return numerator;
  if (denominator != denominator) return denominator;
  if (denominator == T(0) && numerator == T(0)) return -std::numeric_limits<T>::quiet_NaN();
  if (std::isinf(denominator) && std::isinf(numerator)) return -std::numeric_limits<T>::quiet_NaN();
  if (denominator == T(0) || std::isinf(numerator)) return std::copysign(infinity, sign);
  if (std::isinf(denominator) || numerator == T(0)) return std::copysign(T(0), sign);
  if (biased(numerator) - biased(denominator) < underflow) return std::copysign(T(0), sign);
  if (biased(denominator) == top) return std::copysign(infinity, sign);
  if (quotient != quotient) return std::copysign(infinity, sign);  // the computation overflowed
  return std::copysign(quotient, sign);
}

constexpr Semantics reads_vcc(Semantics entry) {
  entry.reads_vcc = true;
  return entry;
}

}  // namespace

std::span<const Semantics> vector_float_table() {
  static const Semantics kTable[]{
      lanes<([](float a, float b) { return a + b; })>("v_add_f32"),
      lanes<([](float a, float b) { return a - b; })>("v_sub_f32"),
      lanes<([](float a, float b) { return b - a; })>("v_subrev_f32"),
      lanes<([](float a, float b) { return a * b; })>("v_mul_f32"),
      lanes<([](float a, float b) { return a == 0 || b == 0 ? 0.0F : a * b; })>("v_mul_legacy_f32"),
      lanes<([](float a, float b) { return least(a, b); })>("v_min_f32"),
      lanes<([](float a, float b) { return most(a, b); })>("v_max_f32"),
      lanes<([](float a, float b, float c) { return least(least(a, b), c); })>("v_min3_f32"),
      lanes<([](float a, float b, float c) { return most(most(a, b), c); })>("v_max3_f32"),
      lanes<([](float a, float b, float c) { return middle(a, b, c); })>("v_med3_f32"),
      lanes<([](float a, float b, float c) { return a * b + c; })>("v_mad_f32"),
      accumulating<([](float a, float b, float c) { return a * b + c; })>("v_mac_f32"),
      lanes<([](float a, float b, float c) { return a * b + c; })>("v_madak_f32"),
      lanes<([](float a, float k, float c) { return a * k + c; })>("v_madmk_f32"),
      lanes<([](float a, float b, float c) { return std::fma(a, b, c); })>("v_fma_f32"),
      accumulating<([](float a, float b, float c) { return std::fma(a, b, c); })>("v_fmac_f32"),
      lanes<([](float a, float b, float c) { return std::fma(a, b, c); })>("v_fmaak_f32"),
      lanes<([](float a, float k, float c) { return std::fma(a, k, c); })>("v_fmamk_f32"),
      lanes<([](float x) { return 1.0F / x; })>("v_rcp_f32"),
      lanes<([](float x) { return 1.0F / x; })>("v_rcp_iflag_f32"),
      lanes<([](float x) { return static_cast<float>(1.0 / std::sqrt(double{x})); })>("v_rsq_f32"),
      lanes<([](float x) { return std::sqrt(x); })>("v_sqrt_f32"),
      lanes<([](float x) { return static_cast<float>(std::exp2(double{x})); })>("v_exp_f32"),
      lanes<([](float x) { return static_cast<float>(std::log2(double{x})); })>("v_log_f32"),
      lanes<([](float x) { return sine_of_turns(x); })>("v_sin_f32"),
      lanes<([](float x) { return cosine_of_turns(x); })>("v_cos_f32"),
      lanes<([](float x) { return std::nearbyint(x); })>("v_rndne_f32"),
      lanes<([](float x) { return std::trunc(x); })>("v_trunc_f32"),
      lanes<([](float x) { return std::floor(x); })>("v_floor_f32"),
      lanes<([](float x) { return std::ceil(x); })>("v_ceil_f32"),
      lanes<([](float x) { return fraction(x); })>("v_fract_f32"),
      lanes<([](float x, i32 by) { return std::ldexp(x, by); })>("v_ldexp_f32"),
      lanes<([](float x) { return i32{exponent_of(x)}; })>("v_frexp_exp_i32_f32"),
      lanes<([](float x) { return mantissa_of(x); })>("v_frexp_mant_f32"),
      lanes<([](float a, float b, float c) { return division_scale(a, b, c); })>("v_div_scale_f32"),
      reads_vcc(
          lanes<([](float a, float b, float c, bool vcc) { return division_fma(a, b, c, vcc); })>(
              "v_div_fmas_f32")),
      lanes<([](float a, float b, float c) { return division_fixup(a, b, c); })>("v_div_fixup_f32"),

      lanes<([](double a, double b) { return a + b; })>("v_add_f64"),
      lanes<([](double a, double b) { return a * b; })>("v_mul_f64"),
      lanes<([](double a, double b) { return least(a, b); })>("v_min_f64"),
      lanes<([](double a, double b) { return most(a, b); })>("v_max_f64"),
      lanes<([](double a, double b, double c) { return std::fma(a, b, c); })>("v_fma_f64"),
      accumulating<([](double a, double b, double c) { return std::fma(a, b, c); })>("v_fmac_f64"),
      lanes<([](double x) { return estimate(1.0 / x); })>("v_rcp_f64"),
      lanes<([](double x) { return estimate(1.0 / std::sqrt(x)); })>("v_rsq_f64"),
      lanes<([](double x) { return estimate(std::sqrt(x)); })>("v_sqrt_f64"),
      lanes<([](double x) { return std::nearbyint(x); })>("v_rndne_f64"),
      lanes<([](double x) { return std::trunc(x); })>("v_trunc_f64"),
      lanes<([](double x) { return std::floor(x); })>("v_floor_f64"),
      lanes<([](double x) { return std::ceil(x); })>("v_ceil_f64"),
      lanes<([](double x) { return fraction(x); })>("v_fract_f64"),
      lanes<([](double x, i32 by) { return std::ldexp(x, by); })>("v_ldexp_f64"),
      lanes<([](double x) { return i32{exponent_of(x)}; })>("v_frexp_exp_i32_f64"),
      lanes<([](double x) { return mantissa_of(x); })>("v_frexp_mant_f64"),
      lanes<([](double a, double b, double c) { return division_scale(a, b, c); })>(
          "v_div_scale_f64"),
      reads_vcc(lanes<([](double a, double b, double c, bool vcc) {
        return division_fma(a, b, c, vcc);
      })>("v_div_fmas_f64")),
      lanes<([](double a, double b, double c) { return division_fixup(a, b, c); })>(
          "v_div_fixup_f64"),
  };
  return kTable;
}
}  // namespace gputest::isa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gputest::isa {
HWY_EXPORT(vector_float_table);
std::span<const Semantics> vector_float_instructions() {
  return HWY_DYNAMIC_DISPATCH(vector_float_table)();
}
}  // namespace gputest::isa
#endif

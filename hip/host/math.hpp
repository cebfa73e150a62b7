// Arithmetic with HIP's names, in addition to <cmath> (fmaf, sqrtf and so on).
#pragma once

#include <math.h>  // the global names, also of the classifications

#include <cmath>
#include <numbers>

namespace hip_host::detail {

/// A rounded result that the compiler must not merge with the next operation.
template <class Real>
constexpr Real rounded(Real value) {
#if defined(__clang__)
  return value;  // clang contracts only within one expression, which ends at the function call
#else
  return __builtin_assoc_barrier(value);
#endif
}

}  // namespace hip_host::detail

/// 1/sqrt(x).
inline float rsqrtf(float x) { return 1.0f / std::sqrt(x); }
/// 1/sqrt(x).
inline float rsqrt(float x) { return 1.0f / std::sqrt(x); }
/// 1/sqrt(x).
inline double rsqrt(double x) { return 1.0 / std::sqrt(x); }

/// x*y + z rounded once.
inline float __fmaf_rn(float x, float y, float z) { return std::fma(x, y, z); }
/// x*y + z rounded once.
inline double __fma_rn(double x, double y, double z) { return std::fma(x, y, z); }

/// x + y, never fused with another operation.
constexpr float __fadd_rn(float x, float y) { return hip_host::detail::rounded(x + y); }
/// x - y, never fused with another operation.
constexpr float __fsub_rn(float x, float y) { return hip_host::detail::rounded(x - y); }
/// x * y, never fused with another operation.
constexpr float __fmul_rn(float x, float y) { return hip_host::detail::rounded(x * y); }
/// x + y, never fused with another operation.
constexpr double __dadd_rn(double x, double y) { return hip_host::detail::rounded(x + y); }
/// x - y, never fused with another operation.
constexpr double __dsub_rn(double x, double y) { return hip_host::detail::rounded(x - y); }
/// x * y, never fused with another operation.
constexpr double __dmul_rn(double x, double y) { return hip_host::detail::rounded(x * y); }

/// x / y, never fused with another operation.
constexpr float __fdiv_rn(float x, float y) { return hip_host::detail::rounded(x / y); }
/// x / y, never fused with another operation.
constexpr double __ddiv_rn(double x, double y) { return hip_host::detail::rounded(x / y); }
/// x / y.
constexpr float __fdividef(float x, float y) { return x / y; }
/// 1/x.
constexpr float __frcp_rn(float x) { return hip_host::detail::rounded(1.0f / x); }
/// 1/x.
constexpr double __drcp_rn(double x) { return hip_host::detail::rounded(1.0 / x); }
/// The square root.
inline float __fsqrt_rn(float x) { return std::sqrt(x); }
/// The square root.
inline double __dsqrt_rn(double x) { return std::sqrt(x); }
/// 1/sqrt(x).
inline float __frsqrt_rn(float x) {
  return static_cast<float>(1.0 / std::sqrt(static_cast<double>(x)));
}

// The fast functions of a GPU; here they are as accurate as the others.
inline float __cosf(float x) { return std::cos(x); }
inline float __exp10f(float x) { return std::pow(10.0f, x); }
inline float __expf(float x) { return std::exp(x); }
inline float __log10f(float x) { return std::log10(x); }
inline float __log2f(float x) { return std::log2(x); }
inline float __logf(float x) { return std::log(x); }
inline float __powf(float x, float y) { return std::pow(x, y); }
inline float __sinf(float x) { return std::sin(x); }
inline float __tanf(float x) { return std::tan(x); }
inline void __sincosf(float x, float* sine, float* cosine) {
  *sine = std::sin(x);
  *cosine = std::cos(x);
}
/// x between 0 and 1; 0 for NaN.
inline float __saturatef(float x) { return std::fmin(std::fmax(x, 0.0f), 1.0f); }

/// Defines functions of HIP that C lacks, for one type; the names of the float forms end in f.
#define GT_HIP_HOST_MATH(real, f)                                                              \
  inline real rcbrt##f(real x) { return 1 / std::cbrt(x); }                                    \
  inline real rhypot##f(real x, real y) { return 1 / std::hypot(x, y); }                       \
  inline real norm3d##f(real x, real y, real z) { return std::hypot(x, y, z); }                \
  inline real rnorm3d##f(real x, real y, real z) { return 1 / std::hypot(x, y, z); }           \
  inline real norm4d##f(real x, real y, real z, real w) {                                      \
    return std::hypot(std::hypot(x, y), std::hypot(z, w));                                     \
  }                                                                                            \
  inline real rnorm4d##f(real x, real y, real z, real w) { return 1 / norm4d##f(x, y, z, w); } \
  /** sin(pi x), exact for multiples of 1/2. */                                                \
  inline real sinpi##f(real x) {                                                               \
    const real r = std::remainder(x, real{2});                                                 \
    const real folded = r > real{0.5} ? 1 - r : r < real{-0.5} ? -1 - r : r;                   \
    return std::sin(std::numbers::pi_v<real> * folded);                                        \
  }                                                                                            \
  inline real cospi##f(real x) {                                                               \
    return sinpi##f(real{0.5} - std::fabs(std::remainder(x, real{2})));                        \
  }                                                                                            \
  inline real normcdf##f(real x) { return std::erfc(-x / std::numbers::sqrt2_v<real>) / 2; }

GT_HIP_HOST_MATH(float, f)
GT_HIP_HOST_MATH(double, )
#undef GT_HIP_HOST_MATH

/// Defines min and max of a type.
#define GT_HIP_HOST_MIN_MAX(type)                              \
  constexpr type min(type a, type b) { return b < a ? b : a; } \
  constexpr type max(type a, type b) { return a < b ? b : a; }

GT_HIP_HOST_MIN_MAX(int)
GT_HIP_HOST_MIN_MAX(unsigned)
GT_HIP_HOST_MIN_MAX(long)
GT_HIP_HOST_MIN_MAX(unsigned long)
GT_HIP_HOST_MIN_MAX(long long)
GT_HIP_HOST_MIN_MAX(unsigned long long)
#undef GT_HIP_HOST_MIN_MAX

// Of a number and NaN the number, as on a GPU.
inline float min(float a, float b) { return std::fmin(a, b); }
inline float max(float a, float b) { return std::fmax(a, b); }
inline double min(double a, double b) { return std::fmin(a, b); }
inline double max(double a, double b) { return std::fmax(a, b); }

namespace hip_host::detail {

/// The result's type for numbers of two types, as in HIP.
template <class A, class B>
using Common = std::conditional_t<std::is_integral_v<A> && std::is_integral_v<B>,
                                  std::common_type_t<A, B>, double>;
template <class A, class B>
concept TwoTypes = std::is_arithmetic_v<A> && std::is_arithmetic_v<B> && !std::is_same_v<A, B>;

}  // namespace hip_host::detail

template <class A, class B>
requires hip_host::detail::TwoTypes<A, B>
constexpr auto min(A a, B b) {
  using Both = hip_host::detail::Common<A, B>;
  return min(static_cast<Both>(a), static_cast<Both>(b));
}
template <class A, class B>
requires hip_host::detail::TwoTypes<A, B>
constexpr auto max(A a, B b) {
  using Both = hip_host::detail::Common<A, B>;
  return max(static_cast<Both>(a), static_cast<Both>(b));
}

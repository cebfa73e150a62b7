// Arithmetic with HIP's names, in addition to <cmath> (fmaf, sqrtf and so on).
#pragma once

#include <cmath>

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

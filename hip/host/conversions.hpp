// Conversions between whole and real numbers, with HIP's names: __float2int_rn and its like. The
// ending names the rounding: rn to the nearest, rd down, ru up, rz towards zero.
#pragma once

#include <cmath>

/// Defines the conversions of `real`, which HIP calls `from`, to the type that HIP calls `to`.
#define GT_HIP_HOST_TO_WHOLE(from, real, to, whole)                                           \
  inline whole __##from##2##to##_rn(real x) { return static_cast<whole>(std::nearbyint(x)); } \
  inline whole __##from##2##to##_rd(real x) { return static_cast<whole>(std::floor(x)); }     \
  inline whole __##from##2##to##_ru(real x) { return static_cast<whole>(std::ceil(x)); }      \
  inline whole __##from##2##to##_rz(real x) { return static_cast<whole>(x); }

GT_HIP_HOST_TO_WHOLE(float, float, int, int)
GT_HIP_HOST_TO_WHOLE(float, float, uint, unsigned)
GT_HIP_HOST_TO_WHOLE(float, float, ll, long long)
GT_HIP_HOST_TO_WHOLE(float, float, ull, unsigned long long)
GT_HIP_HOST_TO_WHOLE(double, double, int, int)
GT_HIP_HOST_TO_WHOLE(double, double, uint, unsigned)
GT_HIP_HOST_TO_WHOLE(double, double, ll, long long)
GT_HIP_HOST_TO_WHOLE(double, double, ull, unsigned long long)
#undef GT_HIP_HOST_TO_WHOLE

constexpr float __int2float_rn(int x) { return static_cast<float>(x); }
constexpr float __uint2float_rn(unsigned x) { return static_cast<float>(x); }
constexpr float __ll2float_rn(long long x) { return static_cast<float>(x); }
constexpr float __ull2float_rn(unsigned long long x) { return static_cast<float>(x); }
constexpr double __int2double_rn(int x) { return x; }
constexpr double __uint2double_rn(unsigned x) { return x; }
constexpr double __ll2double_rn(long long x) { return static_cast<double>(x); }
constexpr double __ull2double_rn(unsigned long long x) { return static_cast<double>(x); }
constexpr float __double2float_rn(double x) { return static_cast<float>(x); }

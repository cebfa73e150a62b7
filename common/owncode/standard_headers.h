// In place of headers that kernels include for numbers and types: NVRTC and hiprtc find none of
// C's, and hiprtc has the half precision of <hip/hip_fp16.h> already.
#ifndef GPUTEST_STANDARD_HEADERS_H
#define GPUTEST_STANDARD_HEADERS_H

#if defined(__HIPCC_RTC__) || defined(__CUDACC_RTC__)
#ifdef __CUDACC_RTC__
#include "common/texts/stdint_without_system.h"
typedef long long intptr_t;
typedef unsigned long long uintptr_t;
#define INFINITY __int_as_float(0x7F800000)
#define NAN __int_as_float(0x7FFFFFFF)
#define HUGE_VAL __longlong_as_double(0x7FF0000000000000)
#define HUGE_VALF INFINITY
#else
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#endif

#define M_E 2.7182818284590452354
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_SQRT1_2 0.70710678118654752440
#define M_SQRT2 1.41421356237309504880
#define FLT_EPSILON 1.19209290e-07F
#define FLT_MAX 3.40282347e+38F
#define FLT_MIN 1.17549435e-38F
#define DBL_EPSILON 2.2204460492503131e-16
#define DBL_MAX 1.7976931348623157e+308
#define DBL_MIN 2.2250738585072014e-308
#define INT_MAX 2147483647
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX 4294967295u
#define LLONG_MAX 9223372036854775807ll
#define ULLONG_MAX 18446744073709551615ull
#else
#include <hip/hip_fp16.h>

#include <cassert>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#endif

#endif

/* The subset common to C++ and OpenCL C, and the constants of IL. Part of il_semantics.h. */
#ifndef GPUTEST_IL_DIALECT_H
#define GPUTEST_IL_DIALECT_H

#if defined(__OPENCL_VERSION__)
#pragma OPENCL FP_CONTRACT OFF
#define IL_TABLE __constant
typedef uint il_u32;
typedef int il_i32;
typedef ulong il_u64;
typedef long il_i64;
#define il_float(bits) as_float(bits)
#define il_bits(value) as_uint(value)
#define il_floor(a) floor(a)
#define il_ceil(a) ceil(a)
#define il_trunc(a) trunc(a)
#define il_fused(a, b, c) fma(a, b, c)
/* Through a conversion: PoCL 3.1 miscompiles rint() of a constant if a kernel has an array. */
IL_FN float il_rint(float a) {
  const float small = fabs(a) < 8388608.0f ? a : 0.0f;
  const float whole = copysign((float)convert_int_rte(small), a);
  return fabs(a) < 8388608.0f ? whole : a;
}
#ifdef IL_DIVIDE_IN_DOUBLE
#define il_quotient(a, b) ((float)((double)(a) / (double)(b)))
#define il_root(a) ((float)sqrt((double)(a)))
#else
#define il_quotient(a, b) ((a) / (b))
#define il_root(a) sqrt(a)
#endif
#ifdef IL_DOUBLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define il_double(bits) as_double(bits)
#define il_dbits(value) as_ulong(value)
#define il_dfloor(a) floor(a)
#define il_droot(a) sqrt(a)
#endif
#else
#include <bit>
#include <cmath>
#include <cstdint>
#define IL_DOUBLE
#define IL_FN static inline
#define IL_TABLE static constexpr
typedef std::uint32_t il_u32;
typedef std::int32_t il_i32;
typedef std::uint64_t il_u64;
typedef std::int64_t il_i64;
#define il_float(bits) std::bit_cast<float>(bits)
#define il_bits(value) std::bit_cast<il_u32>(value)
#define il_fused(a, b, c) std::fma(a, b, c)
#define il_quotient(a, b) ((a) / (b))
#define il_root(a) std::sqrt(a)
#define il_double(bits) std::bit_cast<double>(bits)
#define il_dbits(value) std::bit_cast<il_u64>(value)
#define il_dfloor(a) std::floor(a)
#define il_droot(a) std::sqrt(a)

/* Rounding to an integer, in steps that vectorise for every x86-64. From 2^23 on a float is
 * already an integer; below, the conversion to an integer and back is exact. */
IL_FN float il_with_sign_of(float magnitude, float sign) {
  return il_float((il_bits(magnitude) & 0x7FFFFFFFu) | (il_bits(sign) & 0x80000000u));
}
IL_FN float il_trunc(float a) {
  const il_u32 magnitude = il_bits(a) & 0x7FFFFFFFu;
  const float small = magnitude < 0x4B000000u ? a : 0.0f;
  const float whole = il_with_sign_of((float)(il_i32)small, a);
  return magnitude < 0x4B000000u ? whole : a;
}
IL_FN float il_floor(float a) {
  const float whole = il_trunc(a);
  const float below = whole - 1.0f;
  return whole > a ? below : whole;
}
IL_FN float il_ceil(float a) {
  const float whole = il_trunc(a);
  const float above = il_with_sign_of(whole + 1.0f, a);
  return whole < a ? above : whole;
}
IL_FN float il_rint(float a) {
  const il_u32 magnitude = il_bits(a) & 0x7FFFFFFFu;
  const float absolute = il_float(magnitude);
  const float whole = il_with_sign_of((absolute + 8388608.0f) - 8388608.0f, a);
  return magnitude < 0x4B000000u ? whole : a;
}
#endif

#define IL_NAN 0x7FC00000u
#define IL_INFINITY 0x7F800000u
#define IL_FLT_MAX 0x7F7FFFFFu
#define IL_ONE 0x3F800000u
#define IL_TRUE 0xFFFFFFFFu

#define IL_ZEROOP_FLTMAX 0
#define IL_ZEROOP_ZERO 1
#define IL_ZEROOP_INFINITY 2
#define IL_ZEROOP_INF_ELSE_MAX 3

/* The bits of an arithmetic result. */
IL_FN il_u32 il_number(float value) { return value != value ? IL_NAN : il_bits(value); }

/* All bits set, or none. */
IL_FN il_u32 il_flag(int condition) { return condition ? IL_TRUE : 0u; }

#endif

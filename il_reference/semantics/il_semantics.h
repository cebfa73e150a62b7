/* What IL's instructions do to one slot, bit for bit: the same text for C++, where the interpreter
 * includes it, and OpenCL C 1.2, where a strict translation does, so that the two agree.
 *
 * A slot is 32 untyped bits (il_u32), a double the 64 bits of a pair (il_u64, the low half from the
 * first slot). Instruction `name` is il_name, with `_ieee` il_name_ieee; where the instruction
 * takes _zeroop that is the last argument, an IL_ZEROOP_* constant.
 *
 * Choices, where AMD's documents are silent:
 *   - a NaN that arithmetic makes is 0x7FC00000 (0x7FF8000000000000 as a double), since processors
 *     differ in the NaN they make. Moves, abs and neg keep a NaN's bits.
 *   - denormals are kept.
 *   - division and square root are IEEE's; rsq is 1 / sqrt with both rounded.
 *   - sin, cos, exp and log are the polynomials below, in this order of operations. The reduction
 * of sin and cos is exact for every float.
 *
 * To be compiled without contraction of a*b + c and without any fast-math option. In OpenCL C,
 * IL_DOUBLE says that the device has doubles; IL_DIVIDE_IN_DOUBLE that its float division and
 * square root are not correctly rounded, and then they are computed in double, which rounds the
 * same.
 */
#ifndef GPUTEST_IL_SEMANTICS_H
#define GPUTEST_IL_SEMANTICS_H

#if defined(__OPENCL_VERSION__)
#pragma OPENCL FP_CONTRACT OFF
#define IL_FN
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
#define il_rint(a) rint(a)
#define il_fused(a, b, c) fma(a, b, c)
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

/* The roundings to an integer, in steps that vectorise for every x86-64: from 2^23 on a float is an
 * integer already, and below the conversion to an integer and back is exact. */
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

/* ---- Modifiers of sources, in the order in which they act, and of results ---- */

IL_FN il_u32 il_invert(il_u32 a) { return il_number(1.0f - il_float(a)); }
IL_FN il_u32 il_bias(il_u32 a) { return il_number(il_float(a) - 0.5f); }
IL_FN il_u32 il_x2(il_u32 a) { return il_number(2.0f * il_float(a)); }
IL_FN il_u32 il_sgn(il_u32 a) {
  const float value = il_float(a);
  return value > 0.0f ? IL_ONE : value < 0.0f ? 0xBF800000u : value == 0.0f ? 0u : IL_NAN;
}
/* _divComp: one slot by another. */
IL_FN il_u32 il_divide(il_u32 a, il_u32 b) {
  return il_number(il_quotient(il_float(a), il_float(b)));
}
IL_FN il_u32 il_abs(il_u32 a) { return a & 0x7FFFFFFFu; }
/* _neg of a float, and of the slot that holds a double's sign. */
IL_FN il_u32 il_neg(il_u32 a) { return a ^ 0x80000000u; }

/* _x2 … _d8: times a power of two, before _sat. */
IL_FN il_u32 il_scale(il_u32 a, float factor) { return il_number(il_float(a) * factor); }
IL_FN il_u32 il_saturate(il_u32 a) {
  const float value = il_float(a);
  const il_u32 low = value > 0.0f ? a : 0u;
  return value > 1.0f ? IL_ONE : low;
}

/* ---- Moves ---- */

IL_FN il_u32 il_mov(il_u32 a) { return a; }
IL_FN il_u32 il_cmov_logical(il_u32 a, il_u32 b, il_u32 c) { return a != 0u ? b : c; }

/* ---- Float ---- */

IL_FN il_u32 il_add(il_u32 a, il_u32 b) { return il_number(il_float(a) + il_float(b)); }
IL_FN il_u32 il_sub(il_u32 a, il_u32 b) { return il_number(il_float(a) - il_float(b)); }
IL_FN il_u32 il_mul_ieee(il_u32 a, il_u32 b) { return il_number(il_float(a) * il_float(b)); }
IL_FN il_u32 il_mul(il_u32 a, il_u32 b) {
  const il_u32 product = il_mul_ieee(a, b);
  return (a << 1) == 0u || (b << 1) == 0u ? 0u : product;
}
IL_FN il_u32 il_mad(il_u32 a, il_u32 b, il_u32 c) { return il_add(il_mul(a, b), c); }
IL_FN il_u32 il_mad_ieee(il_u32 a, il_u32 b, il_u32 c) { return il_add(il_mul_ieee(a, b), c); }
IL_FN il_u32 il_fma(il_u32 a, il_u32 b, il_u32 c) {
  return il_number(il_fused(il_float(a), il_float(b), il_float(c)));
}
IL_FN il_u32 il_fma_ieee(il_u32 a, il_u32 b, il_u32 c) { return il_fma(a, b, c); }

/* What a division of a number by zero gives, `sign` (0 or 0x80000000) being the result's. */
IL_FN il_u32 il_at_zero(il_u32 sign, int zero_op) {
  return zero_op == IL_ZEROOP_FLTMAX ? (IL_FLT_MAX | sign)
         : zero_op == IL_ZEROOP_ZERO ? 0u
                                     : (IL_INFINITY | sign);
}
IL_FN il_u32 il_div(il_u32 a, il_u32 b, int zero_op) {
  const il_u32 quotient = il_divide(a, b);
  const int number = (a & 0x7FFFFFFFu) <= IL_INFINITY;
  return (b << 1) == 0u && number ? il_at_zero((a ^ b) & 0x80000000u, zero_op) : quotient;
}
IL_FN il_u32 il_rcp(il_u32 a, int zero_op) {
  const il_u32 quotient = il_divide(IL_ONE, a);
  return (a << 1) == 0u ? il_at_zero(a, zero_op) : quotient;
}
IL_FN il_u32 il_sqrt(il_u32 a) { return il_number(il_root(il_float(a))); }
IL_FN il_u32 il_rsq(il_u32 a, int zero_op) {
  const il_u32 quotient = il_divide(IL_ONE, il_sqrt(a));
  return (a << 1) == 0u ? il_at_zero(a, zero_op) : quotient;
}
IL_FN il_u32 il_rcp_vec(il_u32 a, int zero_op) { return il_rcp(a, zero_op); }
IL_FN il_u32 il_rsq_vec(il_u32 a, int zero_op) { return il_rsq(a, zero_op); }
IL_FN il_u32 il_sqrt_vec(il_u32 a) { return il_sqrt(a); }

IL_FN il_u32 il_min(il_u32 a, il_u32 b) {
  return il_number(il_float(a) < il_float(b) ? il_float(a) : il_float(b));
}
IL_FN il_u32 il_max(il_u32 a, il_u32 b) {
  return il_number(il_float(a) >= il_float(b) ? il_float(a) : il_float(b));
}
IL_FN il_u32 il_min_ieee(il_u32 a, il_u32 b) {
  return il_number(il_float(b) != il_float(b)  ? il_float(a)
                   : il_float(a) < il_float(b) ? il_float(a)
                                               : il_float(b));
}
IL_FN il_u32 il_max_ieee(il_u32 a, il_u32 b) {
  return il_number(il_float(b) != il_float(b)   ? il_float(a)
                   : il_float(a) >= il_float(b) ? il_float(a)
                                                : il_float(b));
}

IL_FN il_u32 il_flr(il_u32 a) { return il_number(il_floor(il_float(a))); }
IL_FN il_u32 il_frc(il_u32 a) { return il_number(il_float(a) - il_floor(il_float(a))); }
IL_FN il_u32 il_round_neginf(il_u32 a) { return il_flr(a); }
IL_FN il_u32 il_round_plusinf(il_u32 a) { return il_number(il_ceil(il_float(a))); }
IL_FN il_u32 il_round_nearest(il_u32 a) { return il_number(il_rint(il_float(a))); }
IL_FN il_u32 il_round_z(il_u32 a) { return il_number(il_trunc(il_float(a))); }
IL_FN il_u32 il_trc(il_u32 a) { return il_round_z(a); }
IL_FN il_u32 il_mod(il_u32 a, il_u32 b) {
  return il_sub(a, il_mul_ieee(b, il_round_z(il_divide(a, b))));
}
IL_FN il_u32 il_lrp(il_u32 a, il_u32 b, il_u32 c) { return il_mad(a, il_sub(b, c), c); }

IL_FN il_u32 il_eq(il_u32 a, il_u32 b) { return il_flag(il_float(a) == il_float(b)); }
IL_FN il_u32 il_ne(il_u32 a, il_u32 b) { return il_flag(il_float(a) != il_float(b)); }
IL_FN il_u32 il_lt(il_u32 a, il_u32 b) { return il_flag(il_float(a) < il_float(b)); }
IL_FN il_u32 il_ge(il_u32 a, il_u32 b) { return il_flag(il_float(a) >= il_float(b)); }

IL_FN il_u32 il_dp2(il_u32 ax, il_u32 bx, il_u32 ay, il_u32 by) {
  return il_add(il_mul(ax, bx), il_mul(ay, by));
}
IL_FN il_u32 il_dp2_ieee(il_u32 ax, il_u32 bx, il_u32 ay, il_u32 by) {
  return il_add(il_mul_ieee(ax, bx), il_mul_ieee(ay, by));
}
IL_FN il_u32 il_dp3(il_u32 ax, il_u32 bx, il_u32 ay, il_u32 by, il_u32 az, il_u32 bz) {
  return il_add(il_dp2(ax, bx, ay, by), il_mul(az, bz));
}
IL_FN il_u32 il_dp3_ieee(il_u32 ax, il_u32 bx, il_u32 ay, il_u32 by, il_u32 az, il_u32 bz) {
  return il_add(il_dp2_ieee(ax, bx, ay, by), il_mul_ieee(az, bz));
}
IL_FN il_u32 il_dp4(il_u32 ax, il_u32 bx, il_u32 ay, il_u32 by, il_u32 az, il_u32 bz, il_u32 aw,
                    il_u32 bw) {
  return il_add(il_dp3(ax, bx, ay, by, az, bz), il_mul(aw, bw));
}
IL_FN il_u32 il_dp4_ieee(il_u32 ax, il_u32 bx, il_u32 ay, il_u32 by, il_u32 az, il_u32 bz,
                         il_u32 aw, il_u32 bw) {
  return il_add(il_dp3_ieee(ax, bx, ay, by, az, bz), il_mul_ieee(aw, bw));
}

/* ---- Transcendental ---- */

/* The bits of 2/pi after a word of zeros (Payne and Hanek, SIGNUM 18, 1983). */
IL_TABLE il_u32 il_two_over_pi[8] = {0x00000000u, 0xA2F9836Eu, 0x4E441529u, 0xFC2757D1u,
                                     0xF534DDC0u, 0xDB629599u, 0x3C439041u, 0xFE5163ABu};

/* |x| times 2/pi mod 4, in units of 2^-62, for finite |x| >= 1/2. With x = m 2^e, the bits of 2/pi
 * that make multiples of 4 are skipped and the 96 that follow are multiplied by m. */
IL_FN il_u64 il_quarter_turns(il_u32 magnitude) {
  const il_u32 skip = (magnitude >> 23) - 120u;
  const il_u32 word = skip >> 5;
  const il_u32 right = 32u - (skip & 31u);
  const il_u64 m = (magnitude & 0x007FFFFFu) | 0x00800000u;
  const il_u64 t0 = il_two_over_pi[word];
  const il_u64 t1 = il_two_over_pi[word + 1u];
  const il_u64 t2 = il_two_over_pi[word + 2u];
  const il_u64 t3 = il_two_over_pi[word + 3u];
  const il_u64 high = (((t0 << 32) | t1) >> right) & 0xFFFFFFFFu;
  const il_u64 middle = (((t1 << 32) | t2) >> right) & 0xFFFFFFFFu;
  const il_u64 low = (((t2 << 32) | t3) >> right) & 0xFFFFFFFFu;
  return m * middle + ((m * low) >> 32) + ((m * high) << 32);
}

/* sin(x + turns pi/2) for turns 0 or 1. Polynomials of Cephes' sinf.c and cosf.c (Moshier). */
IL_FN il_u32 il_sine(il_u32 x, il_u32 turns) {
  const il_u32 magnitude = x & 0x7FFFFFFFu;
  float y = il_float(magnitude);
  if (magnitude >= IL_INFINITY) return IL_NAN;
  /* From pi/4 on: the nearest whole number of quarter turns, and what is left. */
  il_u32 quarters = 0u;
  if (magnitude > 0x3F490FDAu) {
    const il_u64 t = il_quarter_turns(magnitude);
    const il_u64 whole = (t + 0x2000000000000000ul) >> 62;
    quarters = (il_u32)whole;
    y = (float)(il_i64)(t - (whole << 62)) * 3.4061215800304e-19f; /* pi/2 2^-62 */
  }
  const float z = y * y;
  const float sine =
      y + ((-1.9515295891e-4f * z + 8.3321608736e-3f) * z - 1.6666654611e-1f) * z * y;
  const float cosine =
      ((2.443315711809948e-5f * z - 1.388731625493765e-3f) * z + 4.166664568298827e-2f) * (z * z) -
      0.5f * z + 1.0f;
  /* sin is odd: its sign is x's. cos is even. */
  const il_u32 sign = turns == 0u ? (x & 0x80000000u) : 0u;
  const il_u32 quadrant = (quarters + turns) & 3u;
  const il_u32 result = il_bits((quadrant & 1u) != 0u ? cosine : sine);
  return result ^ sign ^ ((quadrant & 2u) << 30);
}
IL_FN il_u32 il_sin(il_u32 a) { return il_sine(a, 0u); }
IL_FN il_u32 il_cos(il_u32 a) { return il_sine(a, 1u); }
IL_FN il_u32 il_sin_vec(il_u32 a) { return il_sine(a, 0u); }
IL_FN il_u32 il_cos_vec(il_u32 a) { return il_sine(a, 1u); }

/* 2^n, -126 <= n <= 127. */
IL_FN float il_power_of_two(il_i32 n) { return il_float((il_u32)(n + 127) << 23); }

/* 2^a. Polynomial of Cephes' exp2f.c. */
IL_FN il_u32 il_exp(il_u32 a) {
  const float x = il_float(a);
  if (x != x) return IL_NAN;
  if (x >= 128.0f) return IL_INFINITY;
  if (x < -151.0f) return 0u;
  const float whole = il_floor(x + 0.5f);
  const float f = x - whole;
  const float p =
      (((((1.535336188319500e-4f * f + 1.339887440266574e-3f) * f + 9.618437357674640e-3f) * f +
         5.550332471162809e-2f) *
            f +
        2.402264791363012e-1f) *
           f +
       6.931472028550421e-1f) *
          f +
      1.0f;
  /* In two steps, so that a denormal result is rounded once. */
  const il_i32 n = (il_i32)whole;
  const il_i32 first = n / 2;
  return il_number(p * il_power_of_two(first) * il_power_of_two(n - first));
}

/* log2(a). Polynomial of Cephes' log2f.c. */
IL_FN il_u32 il_log(il_u32 a) {
  if ((a << 1) == 0u) return 0xFF800000u;
  if (a >= 0x80000000u || a > IL_INFINITY) return IL_NAN;
  if (a == IL_INFINITY) return IL_INFINITY;
  il_u32 bits = a;
  il_i32 exponent = -127;
  if (bits < 0x00800000u) {
    bits = il_bits(il_float(bits) * 8388608.0f);
    exponent -= 23;
  }
  exponent += (il_i32)(bits >> 23);
  /* The mantissa within sqrt(1/2) and sqrt(2). */
  bits = (bits & 0x007FFFFFu) | 0x3F800000u;
  if (bits > 0x3FB504F3u) {
    bits -= 0x00800000u;
    exponent += 1;
  }
  const float x = il_float(bits) - 1.0f;
  const float z = x * x;
  float p = 7.0376836292e-2f;
  p = p * x - 1.1514610310e-1f;
  p = p * x + 1.1676998740e-1f;
  p = p * x - 1.2420140846e-1f;
  p = p * x + 1.4249322787e-1f;
  p = p * x - 1.6668057665e-1f;
  p = p * x + 2.0000714765e-1f;
  p = p * x - 2.4999993993e-1f;
  p = p * x + 3.3333331174e-1f;
  const float y = x * (z * p) - 0.5f * z;
  const float over = 0.44269504088896340736f; /* log2(e) - 1 */
  return il_number((((y * over + x * over) + y) + x) + (float)exponent);
}
IL_FN il_u32 il_exp_vec(il_u32 a) { return il_exp(a); }
IL_FN il_u32 il_log_vec(il_u32 a) { return il_log(a); }

/* ---- Integer ---- */

IL_FN il_u32 il_iadd(il_u32 a, il_u32 b) { return a + b; }
IL_FN il_u32 il_imul(il_u32 a, il_u32 b) { return a * b; }
IL_FN il_u32 il_imul_high(il_u32 a, il_u32 b) {
  return (il_u32)((il_u64)((il_i64)(il_i32)a * (il_i64)(il_i32)b) >> 32);
}
IL_FN il_u32 il_imad(il_u32 a, il_u32 b, il_u32 c) { return a * b + c; }
IL_FN il_u32 il_imin(il_u32 a, il_u32 b) { return (il_i32)a < (il_i32)b ? a : b; }
IL_FN il_u32 il_imax(il_u32 a, il_u32 b) { return (il_i32)a > (il_i32)b ? a : b; }
IL_FN il_u32 il_inegate(il_u32 a) { return 0u - a; }
IL_FN il_u32 il_inot(il_u32 a) { return ~a; }
IL_FN il_u32 il_iand(il_u32 a, il_u32 b) { return a & b; }
IL_FN il_u32 il_ior(il_u32 a, il_u32 b) { return a | b; }
IL_FN il_u32 il_ixor(il_u32 a, il_u32 b) { return a ^ b; }
IL_FN il_u32 il_ishl(il_u32 a, il_u32 b) { return a << (b & 31u); }
IL_FN il_u32 il_ushr(il_u32 a, il_u32 b) { return a >> (b & 31u); }
IL_FN il_u32 il_ishr(il_u32 a, il_u32 b) { return (il_u32)((il_i32)a >> (b & 31u)); }
IL_FN il_u32 il_ieq(il_u32 a, il_u32 b) { return il_flag(a == b); }
IL_FN il_u32 il_ine(il_u32 a, il_u32 b) { return il_flag(a != b); }
IL_FN il_u32 il_ilt(il_u32 a, il_u32 b) { return il_flag((il_i32)a < (il_i32)b); }
IL_FN il_u32 il_ige(il_u32 a, il_u32 b) { return il_flag((il_i32)a >= (il_i32)b); }
IL_FN il_u32 il_ult(il_u32 a, il_u32 b) { return il_flag(a < b); }
IL_FN il_u32 il_uge(il_u32 a, il_u32 b) { return il_flag(a >= b); }
/* With b = 0 the quotient by 1 and then every bit: without a branch around the division. */
IL_FN il_u32 il_udiv(il_u32 a, il_u32 b) { return a / (b == 0u ? 1u : b) | il_flag(b == 0u); }
IL_FN il_u32 il_umod(il_u32 a, il_u32 b) { return a % (b == 0u ? 1u : b) | il_flag(b == 0u); }
IL_FN il_u32 il_umul(il_u32 a, il_u32 b) { return a * b; }
IL_FN il_u32 il_umul_high(il_u32 a, il_u32 b) { return (il_u32)(((il_u64)a * (il_u64)b) >> 32); }
IL_FN il_u32 il_umad(il_u32 a, il_u32 b, il_u32 c) { return a * b + c; }
IL_FN il_u32 il_umin(il_u32 a, il_u32 b) { return a < b ? a : b; }
IL_FN il_u32 il_umax(il_u32 a, il_u32 b) { return a > b ? a : b; }

/* The low 24 bits, sign extended. */
IL_FN il_i32 il_low24(il_u32 a) { return (il_i32)(a << 8) >> 8; }
IL_FN il_u32 il_imul24(il_u32 a, il_u32 b) { return (il_u32)il_low24(a) * (il_u32)il_low24(b); }
IL_FN il_u32 il_imul24_high(il_u32 a, il_u32 b) {
  return (il_u32)((il_u64)((il_i64)il_low24(a) * (il_i64)il_low24(b)) >> 32);
}
IL_FN il_u32 il_imad24(il_u32 a, il_u32 b, il_u32 c) { return il_imul24(a, b) + c; }
IL_FN il_u32 il_umul24(il_u32 a, il_u32 b) { return (a & 0x00FFFFFFu) * (b & 0x00FFFFFFu); }
IL_FN il_u32 il_umul24_high(il_u32 a, il_u32 b) {
  return (il_u32)(((il_u64)(a & 0x00FFFFFFu) * (il_u64)(b & 0x00FFFFFFu)) >> 32);
}
IL_FN il_u32 il_umad24(il_u32 a, il_u32 b, il_u32 c) { return il_umul24(a, b) + c; }

IL_FN il_u32 il_icarry(il_u32 a, il_u32 b) { return a + b < a ? 1u : 0u; }
IL_FN il_u32 il_iborrow(il_u32 a, il_u32 b) { return a < b ? 1u : 0u; }
/* The high word shifted left twice, so that no shift is by 32. */
IL_FN il_u32 il_align(il_u32 a, il_u32 b, il_u32 shift) {
  return (b >> shift) | ((a << 1) << (31u - shift));
}
IL_FN il_u32 il_bitalign(il_u32 a, il_u32 b, il_u32 c) { return il_align(a, b, c & 31u); }
IL_FN il_u32 il_bytealign(il_u32 a, il_u32 b, il_u32 c) { return il_align(a, b, (c & 3u) << 3); }

/* `width` ones, 0 <= width <= 31. */
IL_FN il_u32 il_ones(il_u32 width) { return (1u << width) - 1u; }
IL_FN il_u32 il_ubit_extract(il_u32 a, il_u32 b, il_u32 c) {
  return (c >> (b & 31u)) & il_ones(a & 31u);
}
/* Bits past the top of c are its sign. */
IL_FN il_u32 il_ibit_extract(il_u32 a, il_u32 b, il_u32 c) {
  const il_u32 width = a & 31u;
  const il_u32 moved = (il_u32)((il_i32)c >> (b & 31u));
  const il_u32 unused = (32u - width) & 31u;
  const il_u32 field = (il_u32)((il_i32)(moved << unused) >> unused);
  return width == 0u ? 0u : field;
}
IL_FN il_u32 il_ubit_insert(il_u32 a, il_u32 b, il_u32 c, il_u32 d) {
  const il_u32 mask = il_ones(a & 31u) << (b & 31u);
  return ((c << (b & 31u)) & mask) | (d & ~mask);
}
IL_FN il_u32 il_ubit_reverse(il_u32 a) {
  il_u32 r = a;
  r = ((r >> 1) & 0x55555555u) | ((r & 0x55555555u) << 1);
  r = ((r >> 2) & 0x33333333u) | ((r & 0x33333333u) << 2);
  r = ((r >> 4) & 0x0F0F0F0Fu) | ((r & 0x0F0F0F0Fu) << 4);
  r = ((r >> 8) & 0x00FF00FFu) | ((r & 0x00FF00FFu) << 8);
  return (r >> 16) | (r << 16);
}
IL_FN il_u32 il_bfi(il_u32 a, il_u32 b, il_u32 c) { return (a & b) | (~a & c); }
IL_FN il_u32 il_bfm(il_u32 a, il_u32 b) { return il_ones(a & 31u) << (b & 31u); }
IL_FN il_u32 il_icbits(il_u32 a) {
  il_u32 n = a - ((a >> 1) & 0x55555555u);
  n = (n & 0x33333333u) + ((n >> 2) & 0x33333333u);
  n = (n + (n >> 4)) & 0x0F0F0F0Fu;
  return (n * 0x01010101u) >> 24;
}
/* The bits below the lowest set one, counted. */
IL_FN il_u32 il_ffb_lo(il_u32 a) { return a == 0u ? IL_TRUE : il_icbits(~a & (a - 1u)); }
IL_FN il_u32 il_ffb_hi(il_u32 a) {
  il_u32 filled = a | (a >> 1);
  filled |= filled >> 2;
  filled |= filled >> 4;
  filled |= filled >> 8;
  filled |= filled >> 16;
  return a == 0u ? IL_TRUE : il_icbits(~filled);
}
IL_FN il_u32 il_ffb_shi(il_u32 a) { return il_ffb_hi((il_i32)a < 0 ? ~a : a); }

IL_FN il_u32 il_byte(il_u32 a, il_u32 n) { return (a >> (8u * n)) & 0xFFu; }
IL_FN il_u32 il_byte_difference(il_u32 a, il_u32 b, il_u32 n) {
  const il_u32 x = il_byte(a, n);
  const il_u32 y = il_byte(b, n);
  return x > y ? x - y : y - x;
}
IL_FN il_u32 il_byte_differences(il_u32 a, il_u32 b) {
  return il_byte_difference(a, b, 0u) + il_byte_difference(a, b, 1u) +
         il_byte_difference(a, b, 2u) + il_byte_difference(a, b, 3u);
}
IL_FN il_u32 il_sad(il_u32 a, il_u32 b, il_u32 c) { return il_byte_differences(a, b) + c; }
IL_FN il_u32 il_sadhi(il_u32 a, il_u32 b, il_u32 c) {
  return (il_byte_differences(a, b) << 16) + c;
}
IL_FN il_u32 il_sad4(il_u32 ax, il_u32 bx, il_u32 ay, il_u32 by, il_u32 az, il_u32 bz, il_u32 aw,
                     il_u32 bw, il_u32 c) {
  return il_byte_differences(ax, bx) + il_byte_differences(ay, by) + il_byte_differences(az, bz) +
         il_byte_differences(aw, bw) + c;
}
IL_FN il_u32 il_byte_mean(il_u32 a, il_u32 b, il_u32 c, il_u32 n) {
  return ((il_byte(a, n) + il_byte(b, n) + (il_byte(c, n) & 1u)) >> 1) << (8u * n);
}
IL_FN il_u32 il_u4lerp(il_u32 a, il_u32 b, il_u32 c) {
  return il_byte_mean(a, b, c, 0u) | il_byte_mean(a, b, c, 1u) | il_byte_mean(a, b, c, 2u) |
         il_byte_mean(a, b, c, 3u);
}

/* ---- Conversions ---- */

IL_FN il_u32 il_itof(il_u32 a) { return il_bits((float)(il_i32)a); }
IL_FN il_u32 il_utof(il_u32 a) { return il_bits((float)a); }
IL_FN il_u32 il_ftoi(il_u32 a) {
  const float value = il_float(a);
  const int within = value > -2147483648.0f && value < 2147483648.0f;
  const il_u32 whole = (il_u32)(il_i32)(within ? value : 0.0f);
  const il_u32 low = value <= -2147483648.0f ? 0x80000000u : whole;
  return value >= 2147483648.0f ? 0x7FFFFFFFu : low;
}
IL_FN il_u32 il_ftou(il_u32 a) {
  const float value = il_float(a);
  const int within = value > 0.0f && value < 4294967296.0f;
  const il_u32 whole = (il_u32)(within ? value : 0.0f);
  return value >= 4294967296.0f ? IL_TRUE : whole;
}
IL_FN il_u32 il_unpack0(il_u32 a) { return il_bits((float)il_byte(a, 0u)); }
IL_FN il_u32 il_unpack1(il_u32 a) { return il_bits((float)il_byte(a, 1u)); }
IL_FN il_u32 il_unpack2(il_u32 a) { return il_bits((float)il_byte(a, 2u)); }
IL_FN il_u32 il_unpack3(il_u32 a) { return il_bits((float)il_byte(a, 3u)); }
IL_FN il_u32 il_byte_of_float(il_u32 a) {
  const float value = il_float(a);
  const float low = value > 0.0f ? value : 0.0f;
  return (il_u32)il_rint(low < 255.0f ? low : 255.0f);
}
IL_FN il_u32 il_f_2_u4(il_u32 x, il_u32 y, il_u32 z, il_u32 w) {
  return il_byte_of_float(x) | (il_byte_of_float(y) << 8) | (il_byte_of_float(z) << 16) |
         (il_byte_of_float(w) << 24);
}

/* ---- What an atomic leaves in memory that held m ---- */

IL_FN il_u32 il_atomic_add(il_u32 m, il_u32 b) { return m + b; }
IL_FN il_u32 il_atomic_sub(il_u32 m, il_u32 b) { return m - b; }
IL_FN il_u32 il_atomic_rsub(il_u32 m, il_u32 b) { return b - m; }
IL_FN il_u32 il_atomic_and(il_u32 m, il_u32 b) { return m & b; }
IL_FN il_u32 il_atomic_or(il_u32 m, il_u32 b) { return m | b; }
IL_FN il_u32 il_atomic_xor(il_u32 m, il_u32 b) { return m ^ b; }
IL_FN il_u32 il_atomic_min(il_u32 m, il_u32 b) { return il_imin(m, b); }
IL_FN il_u32 il_atomic_max(il_u32 m, il_u32 b) { return il_imax(m, b); }
IL_FN il_u32 il_atomic_umin(il_u32 m, il_u32 b) { return il_umin(m, b); }
IL_FN il_u32 il_atomic_umax(il_u32 m, il_u32 b) { return il_umax(m, b); }
IL_FN il_u32 il_atomic_uinc(il_u32 m, il_u32 b) { return m >= b ? 0u : m + 1u; }
IL_FN il_u32 il_atomic_udec(il_u32 m, il_u32 b) { return m == 0u || m > b ? b : m - 1u; }

/* ---- Double ---- */

#ifdef IL_DOUBLE
#define IL_DNAN 0x7FF8000000000000ul
#define IL_DINFINITY 0x7FF0000000000000ul

IL_FN il_u64 il_pair(il_u32 low, il_u32 high) { return (il_u64)low | ((il_u64)high << 32); }
IL_FN il_u32 il_low(il_u64 a) { return (il_u32)a; }
IL_FN il_u32 il_high(il_u64 a) { return (il_u32)(a >> 32); }
IL_FN il_u64 il_dnumber(double value) { return value != value ? IL_DNAN : il_dbits(value); }

IL_FN il_u64 il_dadd(il_u64 a, il_u64 b) { return il_dnumber(il_double(a) + il_double(b)); }
IL_FN il_u64 il_dmul(il_u64 a, il_u64 b) { return il_dnumber(il_double(a) * il_double(b)); }
IL_FN il_u64 il_dmad(il_u64 a, il_u64 b, il_u64 c) { return il_dadd(il_dmul(a, b), c); }
IL_FN il_u64 il_dat_zero(il_u64 sign, int zero_op) {
  return zero_op == IL_ZEROOP_FLTMAX ? (0x7FEFFFFFFFFFFFFFul | sign)
         : zero_op == IL_ZEROOP_ZERO ? 0ul
                                     : (IL_DINFINITY | sign);
}
/* IEEE's where no _zeroop is given, which is IL_ZEROOP_INFINITY here: 0/0 is NaN. */
IL_FN il_u64 il_ddiv(il_u64 a, il_u64 b, int zero_op) {
  const int ieee = zero_op == IL_ZEROOP_INFINITY || il_double(a) != il_double(a);
  return il_double(b) == 0.0 && !ieee ? il_dat_zero((a ^ b) & 0x8000000000000000ul, zero_op)
                                      : il_dnumber(il_double(a) / il_double(b));
}
IL_FN il_u64 il_drcp(il_u64 a, int zero_op) { return il_ddiv(0x3FF0000000000000ul, a, zero_op); }
IL_FN il_u64 il_dsqrt(il_u64 a) { return il_dnumber(il_droot(il_double(a))); }
IL_FN il_u64 il_drsq(il_u64 a, int zero_op) { return il_drcp(il_dsqrt(a), zero_op); }
IL_FN il_u64 il_dmin(il_u64 a, il_u64 b) {
  return il_dnumber(il_double(b) != il_double(b)  ? il_double(a)
                    : il_double(a) < il_double(b) ? il_double(a)
                                                  : il_double(b));
}
IL_FN il_u64 il_dmax(il_u64 a, il_u64 b) {
  return il_dnumber(il_double(b) != il_double(b)   ? il_double(a)
                    : il_double(a) >= il_double(b) ? il_double(a)
                                                   : il_double(b));
}
IL_FN il_u64 il_dfrac(il_u64 a) { return il_dnumber(il_double(a) - il_dfloor(il_double(a))); }

/* 2^n, -1022 <= n <= 1023. */
IL_FN double il_dpower_of_two(il_i32 n) { return il_double((il_u64)(il_i64)(n + 1023) << 52); }

/* a 2^b. In up to three steps of which only the last rounds: the small ones keep 53 bits clear of
 * the denormals, as in musl's scalbn. */
IL_FN il_u64 il_dldexp(il_u64 a, il_u32 b) {
  double value = il_double(a);
  il_i32 n = (il_i32)b;
  if (n > 1023) {
    value *= il_dpower_of_two(1023);
    n -= 1023;
    if (n > 1023) {
      value *= il_dpower_of_two(1023);
      n = n - 1023 > 1023 ? 1023 : n - 1023;
    }
  } else if (n < -1022) {
    value *= il_dpower_of_two(-969);
    n += 969;
    if (n < -1022) {
      value *= il_dpower_of_two(-969);
      n = n + 969 < -1022 ? -1022 : n + 969;
    }
  }
  return il_dnumber(value * il_dpower_of_two(n));
}

/* The two results of dfrexp. Zero, infinity and NaN are their own fraction, with exponent 0. */
IL_FN int il_dhas_exponent(il_u64 a) {
  const il_u64 magnitude = a & 0x7FFFFFFFFFFFFFFFul;
  return magnitude != 0ul && magnitude < IL_DINFINITY;
}
/* A denormal times 2^54, others as they are. */
IL_FN il_u64 il_dnormal(il_u64 a) {
  return (a & IL_DINFINITY) == 0ul ? il_dbits(il_double(a) * 18014398509481984.0) : a;
}
IL_FN il_u64 il_dfrexp_fraction(il_u64 a) {
  if (!il_dhas_exponent(a)) return il_dnumber(il_double(a));
  return (il_dnormal(a) & 0x800FFFFFFFFFFFFFul) | 0x3FE0000000000000ul;
}
IL_FN il_u32 il_dfrexp_exponent(il_u64 a) {
  if (!il_dhas_exponent(a)) return 0u;
  const il_i32 exponent = (il_i32)((il_dnormal(a) >> 52) & 0x7FFul) - 1022;
  return (il_u32)((a & IL_DINFINITY) == 0ul ? exponent - 54 : exponent);
}

IL_FN il_u32 il_deq(il_u64 a, il_u64 b) { return il_flag(il_double(a) == il_double(b)); }
IL_FN il_u32 il_dne(il_u64 a, il_u64 b) { return il_flag(il_double(a) != il_double(b)); }
IL_FN il_u32 il_dlt(il_u64 a, il_u64 b) { return il_flag(il_double(a) < il_double(b)); }
IL_FN il_u32 il_dge(il_u64 a, il_u64 b) { return il_flag(il_double(a) >= il_double(b)); }

IL_FN il_u64 il_f2d(il_u32 a) { return il_dnumber((double)il_float(a)); }
IL_FN il_u32 il_d2f(il_u64 a) { return il_number((float)il_double(a)); }
#endif

#endif

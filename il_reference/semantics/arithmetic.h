/* Modifiers, moves, floats, integers, conversions and atomics. Part of il_semantics.h. */
#ifndef GPUTEST_IL_ARITHMETIC_H
#define GPUTEST_IL_ARITHMETIC_H

/* ---- Modifiers of sources, in the order in which they act, and of results ---- */

IL_FN il_u32 il_invert(il_u32 a) { return il_number(1.0f - il_float(a)); }
IL_FN il_u32 il_bias(il_u32 a) { return il_number(il_float(a) - 0.5f); }
IL_FN il_u32 il_x2(il_u32 a) { return il_number(2.0f * il_float(a)); }
IL_FN il_u32 il_sgn(il_u32 a) {
  const float value = il_float(a);
  return value > 0.0f ? IL_ONE : value < 0.0f ? 0xBF800000u : value == 0.0f ? 0u : IL_NAN;
}
/* _divComp: divides one slot by another. */
IL_FN il_u32 il_divide(il_u32 a, il_u32 b) {
  return il_number(il_quotient(il_float(a), il_float(b)));
}
IL_FN il_u32 il_abs(il_u32 a) { return a & 0x7FFFFFFFu; }
/* _neg of a float, and of the sign slot of a double. */
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

/* The result of a number divided by zero; `sign` (0 or 0x80000000) is the result's. */
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
IL_FN il_u32 il_rnd(il_u32 a) { return il_round_nearest(a); }
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
/* b = 0: divides by 1 and then sets every bit, without a branch around the division. */
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
/* Shifts the high word left twice, so that no shift is by 32. */
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
/* Counts the bits below the lowest set one. */
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

/* sample_c_lz: whether the reference is at most the sampled value. */
IL_FN il_u32 il_compare(il_u32 reference, il_u32 sampled) {
  return il_float(reference) <= il_float(sampled) ? IL_ONE : 0u;
}

/* ---- An atomic's update of memory that held m ---- */

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
IL_FN il_u32 il_atomic_mskor(il_u32 m, il_u32 b, il_u32 c) { return (m & ~b) | c; }

#endif

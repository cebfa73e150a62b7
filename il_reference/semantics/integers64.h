/* 64-bit integers, in two slots. Part of il_semantics.h. */
#ifndef GPUTEST_IL_INTEGERS64_H
#define GPUTEST_IL_INTEGERS64_H

/* The 64 bits of a pair, with the low half in the first slot; also for doubles. */
IL_FN il_u64 il_pair(il_u32 low, il_u32 high) { return (il_u64)low | ((il_u64)high << 32); }
IL_FN il_u32 il_low(il_u64 a) { return (il_u32)a; }
IL_FN il_u32 il_high(il_u64 a) { return (il_u32)(a >> 32); }

IL_FN il_u64 il_i64add(il_u64 a, il_u64 b) { return a + b; }
IL_FN il_u64 il_i64sub(il_u64 a, il_u64 b) { return a - b; }
IL_FN il_u64 il_i64mul(il_u64 a, il_u64 b) { return a * b; }
IL_FN il_u64 il_u64mul(il_u64 a, il_u64 b) { return a * b; }
IL_FN il_u64 il_i64negate(il_u64 a) { return 0ul - a; }
IL_FN il_u64 il_i64min(il_u64 a, il_u64 b) { return (il_i64)a < (il_i64)b ? a : b; }
IL_FN il_u64 il_i64max(il_u64 a, il_u64 b) { return (il_i64)a > (il_i64)b ? a : b; }
IL_FN il_u64 il_u64min(il_u64 a, il_u64 b) { return a < b ? a : b; }
IL_FN il_u64 il_u64max(il_u64 a, il_u64 b) { return a > b ? a : b; }
IL_FN il_u64 il_i64shl(il_u64 a, il_u32 b) { return a << (b & 63u); }
IL_FN il_u64 il_i64shr(il_u64 a, il_u32 b) { return (il_u64)((il_i64)a >> (b & 63u)); }
IL_FN il_u64 il_u64shr(il_u64 a, il_u32 b) { return a >> (b & 63u); }

/* b = 0 sets every bit, as in 32-bit division. */
IL_FN il_u64 il_u64div(il_u64 a, il_u64 b) { return b == 0ul ? ~0ul : a / b; }
IL_FN il_u64 il_u64mod(il_u64 a, il_u64 b) { return b == 0ul ? ~0ul : a % b; }
IL_FN il_u64 il_magnitude64(il_u64 a) { return (il_i64)a < 0 ? 0ul - a : a; }
/* Divides magnitudes, so that -2^63 / -1 is defined. */
IL_FN il_u64 il_i64div(il_u64 a, il_u64 b) {
  const il_u64 quotient = il_u64div(il_magnitude64(a), il_magnitude64(b));
  return b != 0ul && (il_i64)(a ^ b) < 0 ? 0ul - quotient : quotient;
}
IL_FN il_u64 il_i64mod(il_u64 a, il_u64 b) {
  const il_u64 remainder = il_u64mod(il_magnitude64(a), il_magnitude64(b));
  return b != 0ul && (il_i64)a < 0 ? 0ul - remainder : remainder;
}

IL_FN il_u32 il_i64eq(il_u64 a, il_u64 b) { return il_flag(a == b); }
IL_FN il_u32 il_i64ne(il_u64 a, il_u64 b) { return il_flag(a != b); }
IL_FN il_u32 il_i64lt(il_u64 a, il_u64 b) { return il_flag((il_i64)a < (il_i64)b); }
IL_FN il_u32 il_i64ge(il_u64 a, il_u64 b) { return il_flag((il_i64)a >= (il_i64)b); }
IL_FN il_u32 il_u64lt(il_u64 a, il_u64 b) { return il_flag(a < b); }
IL_FN il_u32 il_u64ge(il_u64 a, il_u64 b) { return il_flag(a >= b); }

#endif

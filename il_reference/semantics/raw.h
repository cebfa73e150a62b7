/* The commonest float instructions as il_<name>_raw. They give the same numbers in fewer
 * operations, but where il_<name> gives the canonical NaN, theirs has arbitrary bits.
 * il_canonical() converts it. A NaN's bits do not matter to instructions that take floats, so a
 * translation converts it only where bits are read. Part of il_semantics.h. */
#ifndef GPUTEST_IL_RAW_H
#define GPUTEST_IL_RAW_H

IL_FN il_u32 il_canonical(il_u32 a) { return il_number(il_float(a)); }

IL_FN il_u32 il_add_raw(il_u32 a, il_u32 b) { return il_bits(il_float(a) + il_float(b)); }
IL_FN il_u32 il_sub_raw(il_u32 a, il_u32 b) { return il_bits(il_float(a) - il_float(b)); }

IL_FN il_u32 il_mul_ieee_raw(il_u32 a, il_u32 b) { return il_bits(il_float(a) * il_float(b)); }
/* Two comparisons and no branch: compilers for GPUs turn `|` into one predicate. */
IL_FN il_u32 il_mul_raw(il_u32 a, il_u32 b) {
  const float product = il_float(a) * il_float(b);
  const int zero = (int)(il_float(a) == 0.0f) | (int)(il_float(b) == 0.0f);
  return il_bits(zero ? 0.0f : product);
}
/* il_mul(a, a): the square of -0 is +0 without a special case. */
IL_FN il_u32 il_square_raw(il_u32 a) { return il_bits(il_float(a) * il_float(a)); }
/* il_mul(a, 1.0) changes only one number: -0 becomes +0. */
IL_FN il_u32 il_times_one_raw(il_u32 a) { return il_bits(il_float(a) + 0.0f); }
IL_FN il_u32 il_fma_raw(il_u32 a, il_u32 b, il_u32 c) {
  return il_bits(il_fused(il_float(a), il_float(b), il_float(c)));
}

IL_FN il_u32 il_rcp_raw(il_u32 a, int zero_op) {
  const il_u32 quotient = il_bits(il_quotient(1.0f, il_float(a)));
  return il_float(a) == 0.0f ? il_at_zero(a, zero_op) : quotient;
}
IL_FN il_u32 il_sqrt_raw(il_u32 a) { return il_bits(il_root(il_float(a))); }
IL_FN il_u32 il_rsq_raw(il_u32 a, int zero_op) {
  const float root = il_root(il_float(a));
  const il_u32 quotient = il_bits(il_quotient(1.0f, root));
  return il_float(a) == 0.0f ? il_at_zero(a, zero_op) : quotient;
}

IL_FN il_u32 il_min_raw(il_u32 a, il_u32 b) { return il_float(a) < il_float(b) ? a : b; }
IL_FN il_u32 il_max_raw(il_u32 a, il_u32 b) { return il_float(a) >= il_float(b) ? a : b; }

#endif

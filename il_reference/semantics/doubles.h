/* Doubles, in two slots. Part of il_semantics.h. */
#ifndef GPUTEST_IL_DOUBLES_H
#define GPUTEST_IL_DOUBLES_H

#ifdef IL_DOUBLE
#define IL_DNAN 0x7FF8000000000000ul
#define IL_DINFINITY 0x7FF0000000000000ul

IL_FN il_u64 il_dnumber(double value) { return value != value ? IL_DNAN : il_dbits(value); }

IL_FN il_u64 il_dadd(il_u64 a, il_u64 b) { return il_dnumber(il_double(a) + il_double(b)); }
IL_FN il_u64 il_dmul(il_u64 a, il_u64 b) { return il_dnumber(il_double(a) * il_double(b)); }
IL_FN il_u64 il_dmad(il_u64 a, il_u64 b, il_u64 c) { return il_dadd(il_dmul(a, b), c); }
IL_FN il_u64 il_dat_zero(il_u64 sign, int zero_op) {
  return zero_op == IL_ZEROOP_FLTMAX ? (0x7FEFFFFFFFFFFFFFul | sign)
         : zero_op == IL_ZEROOP_ZERO ? 0ul
                                     : (IL_DINFINITY | sign);
}
/* Follows IEEE if no _zeroop is given (IL_ZEROOP_INFINITY here): 0/0 is NaN. */
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

/* a 2^b in up to three steps; only the last rounds. The small factors keep 53 bits clear of the
 * denormals, as in musl's scalbn. */
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
/* A denormal times 2^54; other values unchanged. */
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
IL_FN il_u64 il_itod(il_u32 a) { return il_dbits((double)(il_i32)a); }
IL_FN il_u64 il_utod(il_u32 a) { return il_dbits((double)a); }
IL_FN il_u32 il_dtoi(il_u64 a) {
  const double value = il_double(a);
  const int within = value > -2147483648.0 && value < 2147483648.0;
  const il_u32 whole = (il_u32)(il_i32)(within ? value : 0.0);
  const il_u32 low = value <= -2147483648.0 ? 0x80000000u : whole;
  return value >= 2147483648.0 ? 0x7FFFFFFFu : low;
}
IL_FN il_u32 il_dtou(il_u64 a) {
  const double value = il_double(a);
  const int within = value > 0.0 && value < 4294967296.0;
  const il_u32 whole = (il_u32)(within ? value : 0.0);
  return value >= 4294967296.0 ? IL_TRUE : whole;
}
#endif

#endif

/* sin, cos, exp, exn, log and ln. Part of il_semantics.h. */
#ifndef GPUTEST_IL_TRANSCENDENTAL_H
#define GPUTEST_IL_TRANSCENDENTAL_H

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
  /* From pi/4 on: the nearest whole number of quarter turns, and the remainder. */
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

/* e^a. Cephes' expf.c: ln 2 in two parts, and a polynomial. */
IL_FN il_u32 il_exn(il_u32 a) {
  const float x = il_float(a);
  if (x != x) return IL_NAN;
  if (x > 88.7228394f) return IL_INFINITY;
  if (x < -104.0f) return 0u;
  const float whole = il_floor(x * 1.44269504088896341f + 0.5f);
  const float f = (x - whole * 0.693359375f) - whole * -2.12194440e-4f;
  const float p =
      ((((1.9875691500e-4f * f + 1.3981999507e-3f) * f + 8.3334519073e-3f) * f + 4.1665795894e-2f) *
           f +
       1.6666665459e-1f) *
          f +
      5.0000001201e-1f;
  const float result = p * (f * f) + f + 1.0f;
  /* In two steps, as in il_exp. */
  const il_i32 n = (il_i32)whole;
  const il_i32 first = n / 2;
  return il_number(result * il_power_of_two(first) * il_power_of_two(n - first));
}

/* log2(a), or the natural logarithm. Polynomial of Cephes' log2f.c and logf.c. */
IL_FN il_u32 il_logarithm(il_u32 a, int natural) {
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
  /* The mantissa between sqrt(1/2) and sqrt(2). */
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
  if (natural) {
    const float e = (float)exponent;
    const float y = (x * (z * p) + e * -2.12194440e-4f) - 0.5f * z;
    return il_number((x + y) + e * 0.693359375f);
  }
  const float y = x * (z * p) - 0.5f * z;
  const float over = 0.44269504088896340736f; /* log2(e) - 1 */
  return il_number((((y * over + x * over) + y) + x) + (float)exponent);
}
IL_FN il_u32 il_log(il_u32 a) { return il_logarithm(a, 0); }
IL_FN il_u32 il_ln(il_u32 a) { return il_logarithm(a, 1); }
IL_FN il_u32 il_exp_vec(il_u32 a) { return il_exp(a); }
IL_FN il_u32 il_log_vec(il_u32 a) { return il_log(a); }

#endif

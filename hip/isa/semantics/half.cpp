// Half precision, with one or two numbers per register, and packed 16-bit integers.
// Compiled once for each of Highway's targets: foreach_target.h includes this file repeatedly.
#include <limits>

#include "common/core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "hip/isa/semantics/half.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "hip/isa/semantics/estimates.hpp"
#include "hip/isa/semantics/lanes.inl"

HWY_BEFORE_NAMESPACE();
namespace gputest::isa::HWY_NAMESPACE {
namespace {

inline float wide(Half x) { return static_cast<float>(x); }
inline Half least(Half a, Half b) {
  if (a != a) return b;
  if (b != b) return a;
  if (a == b) return (a.bits & 0x8000) != 0 ? a : b;
  return a < b ? a : b;
}
inline Half most(Half a, Half b) {
  if (a != a) return b;
  if (b != b) return a;
  if (a == b) return (a.bits & 0x8000) != 0 ? b : a;
  return a > b ? a : b;
}
inline Half middle(Half a, Half b, Half c) {
  if (a != a || b != b || c != c) return least(least(a, b), c);
  return most(least(a, b), least(most(a, b), c));
}
inline Half fused(Half a, Half b, Half c) {
  return Half(std::fma(static_cast<double>(a), static_cast<double>(b), static_cast<double>(c)));
}
inline Half fraction(Half x) {
  const float rest = wide(x) - std::floor(wide(x));
  return rest < 0x1.ffcp-1F ? Half(rest) : Half(0x1.ffcp-1F);
}
inline int exponent_of(Half x) {
  int exponent = 0;
  if (std::isfinite(wide(x))) static_cast<void>(std::frexp(wide(x), &exponent));
  return exponent;
}
inline Half mantissa_of(Half x) {
  int exponent = 0;
  return std::isfinite(wide(x)) ? Half(std::frexp(wide(x), &exponent)) : x;
}
/// Rounds towards zero, as v_cvt_pkrtz_f16_f32 does: excess bits are cut off.
inline u32 truncated(float x) {
  const u16 nearest = narrow(static_cast<double>(x));
  if (!std::isfinite(x)) return nearest;
  return std::fabs(widen(nearest)) > std::fabs(x) ? nearest - 1u : nearest;
}
/// Rounds towards zero; a value out of range becomes the nearest in range, and NaN becomes 0.
template <class T>
T integer_of(Half x) {
  const float value = wide(x);
  if (value != value) return 0;
  constexpr auto low = static_cast<float>(std::numeric_limits<T>::min());
  constexpr auto high = static_cast<float>(std::numeric_limits<T>::max());
  return value <= low    ? std::numeric_limits<T>::min()
         : value >= high ? std::numeric_limits<T>::max()
                         : static_cast<T>(value);
}
inline Half division_fixup(Half quotient, Half denominator, Half numerator) {
  const float q = wide(quotient), d = wide(denominator), n = wide(numerator);
  const float infinity = std::numeric_limits<float>::infinity();
  const float sign = std::signbit(d) != std::signbit(n) ? -1.0F : 1.0F;
  if (n != n) return numerator;
  if (d != d) return denominator;
  if ((d == 0 && n == 0) || (std::isinf(d) && std::isinf(n))) return Half(std::uint16_t{0xFE00});
  if (d == 0 || std::isinf(n)) return Half(std::copysign(infinity, sign));
  if (std::isinf(d) || n == 0) return Half(std::copysign(0.0F, sign));
  return Half(std::copysign(q, sign));
}

/// One half of a packed source: op_sel and op_sel_hi select it, neg_lo and neg_hi negate it.
Operand part_of(const Operation& op, unsigned source, bool high) {
  Operand part = op.in[source];
  part.part = ((high ? op.select_high : op.select) >> source & 1) != 0 ? Part::word1 : Part::word0;
  part.negate = ((high ? op.negate_high : op.negate_low) >> source & 1) != 0;
  return part;
}

/// Applies F to the lower and to the upper halves.
template <auto F, class T, class... A, std::size_t... I>
void apply_halves(Wave& wave, const Operation& op, std::index_sequence<I...>) {
  Room<T> results[2];
  const u64 defined = (~0ull & ... & defined_lanes(wave, op.in[I]));
  const unsigned lanes = lanes_of(wave);
  for (unsigned high = 0; high < 2; ++high) {
    const Operand sources[]{part_of(op, I, high != 0)...};
    std::tuple<Room<A>...> rooms;
    const std::tuple<const Bits<A>*...> bits{
        fetch<A>(wave, sources[I], std::get<I>(rooms), nullptr)...};
    for (unsigned k = 0; k < lanes; ++k)
      results[high].value[k] = to_bits<T>(F(from_bits<A>(std::get<I>(bits)[k])...));
    modify_result<T>(wave, op, results[high].value);
  }
  Room<u32> both;
  for (unsigned k = 0; k < lanes; ++k)
    both.value[k] = (results[0].value[k] & 0xFFFF) | results[1].value[k] << 16;
  put<u32>(wave, op, op.out[0], both.value, wave.exec(), defined);
}
template <auto F, class T, class... A>
void run_halves(Wave& wave, const Operation& op) {
  apply_halves<F, T, A...>(wave, op, std::index_sequence_for<A...>());
}
template <auto F, class R, class... A>
constexpr Semantics halves_entry(std::string_view mnemonic, std::tuple<A...>*) {
  Semantics entry{mnemonic, &run_halves<F, R, A...>, {Type::halves}};
  for (std::size_t k = 0; k < sizeof...(A); ++k) entry.sources[k] = Type::halves;
  return entry;
}
template <auto F>
constexpr Semantics halves(std::string_view mnemonic) {
  return halves_entry<F, typename TypeOfFunction<F>::Result>(
      mnemonic, static_cast<typename TypeOfFunction<F>::Sources*>(nullptr));
}

/// v_fma_mix: each source is a single-precision number or, if op_sel_hi is set, one half of a
/// register.
const u32* fetch_mixed(const Wave& wave, const Operation& op, unsigned source, Room<u32>& room) {
  Operand from = op.in[source];
  Room<u32> bits_room;
  from.negate = from.absolute = false;
  const bool is_half = (op.select_high >> source & 1) != 0;
  if (is_half) from.part = (op.select >> source & 1) != 0 ? Part::word1 : Part::word0;
  const u32* const bits = fetch<u32>(wave, from, bits_room, nullptr);
  for (unsigned k = 0; k < lanes_of(wave); ++k) {
    u32 word = bits[k];
    if (is_half) word = std::bit_cast<u32>(widen(static_cast<u16>(word)));
    if ((op.negate_high >> source & 1) != 0 || op.in[source].absolute) word &= 0x7FFF'FFFF;
    if ((op.negate_low >> source & 1) != 0 || op.in[source].negate) word ^= 0x8000'0000;
    room.value[k] = word;
  }
  return room.value;
}
enum class MixTo { single, lower, upper };
template <MixTo To>
void mix(Wave& wave, const Operation& op) {
  Room<u32> rooms[3], result;
  const u32* sources[3];
  u64 defined = ~0ull;
  for (unsigned k = 0; k < 3; ++k) {
    defined &= defined_lanes(wave, op.in[k]);
    sources[k] = fetch_mixed(wave, op, k, rooms[k]);
  }
  const auto number = [&](unsigned source, unsigned lane) {
    return std::bit_cast<float>(sources[source][lane]);
  };
  const unsigned lanes = lanes_of(wave);
  for (unsigned k = 0; k < lanes; ++k) {
    const float sum = std::fma(number(0, k), number(1, k), number(2, k));
    result.value[k] =
        To == MixTo::single ? std::bit_cast<u32>(sum) : narrow(static_cast<double>(sum));
  }
  if constexpr (To == MixTo::single) {
    modify_result<float>(wave, op, result.value);
  } else {
    modify_result<Half>(wave, op, result.value);
    require_ready(wave, op.out[0]);
    const u32* const old = wave.vectors[op.out[0].index].lane.data();
    for (unsigned k = 0; k < lanes; ++k)
      result.value[k] = To == MixTo::lower ? (result.value[k] & 0xFFFF) | (old[k] & 0xFFFF'0000)
                                           : result.value[k] << 16 | (old[k] & 0xFFFF);
  }
  put<u32>(wave, op, op.out[0], result.value, wave.exec(), defined);
}
template <MixTo To>
constexpr Semantics mixed(std::string_view mnemonic) {
  Semantics entry{mnemonic, &mix<To>, {Type::f32}, {Type::f32, Type::f32, Type::f32}};
  entry.is_mixed = true;
  return entry;
}

}  // namespace

std::span<const Semantics> half_table() {
  static const Semantics kTable[]{
      lanes<([](Half a, Half b) { return Half(wide(a) + wide(b)); })>("v_add_f16"),
      lanes<([](Half a, Half b) { return Half(wide(a) - wide(b)); })>("v_sub_f16"),
      lanes<([](Half a, Half b) { return Half(wide(b) - wide(a)); })>("v_subrev_f16"),
      lanes<([](Half a, Half b) { return Half(wide(a) * wide(b)); })>("v_mul_f16"),
      lanes<([](Half a, Half b) { return least(a, b); })>("v_min_f16"),
      lanes<([](Half a, Half b) { return most(a, b); })>("v_max_f16"),
      lanes<([](Half a, Half b, Half c) { return least(least(a, b), c); })>("v_min3_f16"),
      lanes<([](Half a, Half b, Half c) { return most(most(a, b), c); })>("v_max3_f16"),
      lanes<([](Half a, Half b, Half c) { return middle(a, b, c); })>("v_med3_f16"),
      lanes<([](Half a, Half b, Half c) { return fused(a, b, c); })>("v_fma_f16"),
      accumulating<([](Half a, Half b, Half c) { return fused(a, b, c); })>("v_fmac_f16"),
      lanes<([](Half a, Half b, Half c) { return fused(a, b, c); })>("v_fmaak_f16"),
      lanes<([](Half a, Half k, Half c) { return fused(a, k, c); })>("v_fmamk_f16"),
      lanes<([](Half x) { return Half(1.0F / wide(x)); })>("v_rcp_f16"),
      lanes<([](Half x) { return Half(std::sqrt(wide(x))); })>("v_sqrt_f16"),
      lanes<([](Half x) { return Half(1.0 / std::sqrt(static_cast<double>(x))); })>("v_rsq_f16"),
      lanes<([](Half x) { return Half(std::exp2(static_cast<double>(x))); })>("v_exp_f16"),
      lanes<([](Half x) { return Half(std::log2(static_cast<double>(x))); })>("v_log_f16"),
      lanes<([](Half x) { return Half(sine_of_turns(wide(x))); })>("v_sin_f16"),
      lanes<([](Half x) { return Half(cosine_of_turns(wide(x))); })>("v_cos_f16"),
      lanes<([](Half x) { return Half(std::nearbyint(wide(x))); })>("v_rndne_f16"),
      lanes<([](Half x) { return Half(std::trunc(wide(x))); })>("v_trunc_f16"),
      lanes<([](Half x) { return Half(std::floor(wide(x))); })>("v_floor_f16"),
      lanes<([](Half x) { return Half(std::ceil(wide(x))); })>("v_ceil_f16"),
      lanes<([](Half x) { return fraction(x); })>("v_fract_f16"),
      lanes<([](Half x, i16 by) { return Half(std::ldexp(wide(x), by)); })>("v_ldexp_f16"),
      lanes<([](Half x) { return static_cast<i16>(exponent_of(x)); })>("v_frexp_exp_i16_f16"),
      lanes<([](Half x) { return mantissa_of(x); })>("v_frexp_mant_f16"),
      lanes<([](Half a, Half b, Half c) { return division_fixup(a, b, c); })>("v_div_fixup_f16"),
      lanes<([](float x) { return Half(x); })>("v_cvt_f16_f32"),
      lanes<([](Half x) { return wide(x); })>("v_cvt_f32_f16"),
      lanes<([](u16 x) { return Half(static_cast<float>(x)); })>("v_cvt_f16_u16"),
      lanes<([](i16 x) { return Half(static_cast<float>(x)); })>("v_cvt_f16_i16"),
      lanes<([](Half x) { return integer_of<u16>(x); })>("v_cvt_u16_f16"),
      lanes<([](Half x) { return integer_of<i16>(x); })>("v_cvt_i16_f16"),
      lanes<([](float a, float b) { return truncated(a) | truncated(b) << 16; })>(
          "v_cvt_pkrtz_f16_f32"),
      lanes<([](u16 a, u16 b) { return u32{a} | u32{b} << 16; })>("v_pack_b32_f16"),

      mixed<MixTo::single>("v_fma_mix_f32"),
      mixed<MixTo::lower>("v_fma_mixlo_f16"),
      mixed<MixTo::upper>("v_fma_mixhi_f16"),

      halves<([](Half a, Half b) { return Half(wide(a) + wide(b)); })>("v_pk_add_f16"),
      halves<([](Half a, Half b) { return Half(wide(a) * wide(b)); })>("v_pk_mul_f16"),
      halves<([](Half a, Half b) { return least(a, b); })>("v_pk_min_f16"),
      halves<([](Half a, Half b) { return most(a, b); })>("v_pk_max_f16"),
      halves<([](Half a, Half b, Half c) { return fused(a, b, c); })>("v_pk_fma_f16"),
      halves<([](u16 a, u16 b) { return static_cast<u16>(a + b); })>("v_pk_add_u16"),
      halves<([](u16 a, u16 b) { return static_cast<u16>(a - b); })>("v_pk_sub_u16"),
      halves<([](u16 a, u16 b) { return static_cast<u16>(a + b); })>("v_pk_add_i16"),
      halves<([](u16 a, u16 b) { return static_cast<u16>(a - b); })>("v_pk_sub_i16"),
      halves<([](u16 a, u16 b) { return static_cast<u16>(u32{a} * b); })>("v_pk_mul_lo_u16"),
      halves<([](u16 a, u16 b, u16 c) { return static_cast<u16>(u32{a} * b + c); })>(
          "v_pk_mad_u16"),
      halves<([](u16 a, u16 b, u16 c) { return static_cast<u16>(u32{a} * b + c); })>(
          "v_pk_mad_i16"),
      halves<([](u16 a, u16 b) { return a < b ? a : b; })>("v_pk_min_u16"),
      halves<([](u16 a, u16 b) { return a > b ? a : b; })>("v_pk_max_u16"),
      halves<([](i16 a, i16 b) { return a < b ? a : b; })>("v_pk_min_i16"),
      halves<([](i16 a, i16 b) { return a > b ? a : b; })>("v_pk_max_i16"),
      halves<([](u16 by, u16 a) { return static_cast<u16>(a << (by & 15)); })>("v_pk_lshlrev_b16"),
      halves<([](u16 by, u16 a) { return static_cast<u16>(a >> (by & 15)); })>("v_pk_lshrrev_b16"),
      halves<([](u16 by, i16 a) { return static_cast<i16>(a >> (by & 15)); })>("v_pk_ashrrev_i16"),
  };
  return kTable;
}
}  // namespace gputest::isa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gputest::isa {
HWY_EXPORT(half_table);
std::span<const Semantics> half_instructions() { return HWY_DYNAMIC_DISPATCH(half_table)(); }
}  // namespace gputest::isa
#endif

// Instructions of the scalar ALU.
#include <bit>
#include <tuple>
#include <type_traits>
#include <utility>

#include "hip/isa/semantics.hpp"
#include "hip/isa/wave.hpp"
#include "hip/isa/words.hpp"

namespace gputest::isa {
namespace {

template <class T>
constexpr Type scalar_type() {
  return sizeof(T) == 8 ? Type::b64 : Type::b32;
}

template <class F>
struct ScalarFunction;
template <class F, class R, class... A>
struct ScalarFunction<R (F::*)(bool&, A...) const> {
  using Result = R;
  using Sources = std::tuple<A...>;
};

/// Applies F to the condition code and the sources. The result is defined if all of them are.
template <auto F, class R, class... A, std::size_t... I>
void apply_scalar(Wave& wave, const Operation& op, std::index_sequence<I...>) {
  constexpr u64 all = ~0ull;
  const auto covers = [&](const Operand& from) {
    return (defined_bits(wave, from) | (from.words > 1 ? 0 : ~0xFFFF'FFFFull)) == all;
  };
  const bool defined =
      (((op.immediate & kReadsCondition) == 0 || wave.scc_defined) && ... && covers(op.in[I]));
  bool scc = wave.scc;
  if constexpr (std::is_void_v<R>) {
    F(scc, static_cast<A>(scalar_value(wave, op.in[I]))...);
  } else {
    const auto result = static_cast<std::make_unsigned_t<R>>(
        F(scc, static_cast<A>(scalar_value(wave, op.in[I]))...));
    put_scalar(wave, op.out[0], result, defined ? all : 0);
  }
  if ((op.immediate & kSetsCondition) != 0) {
    wave.scc = scc;
    wave.scc_defined = defined;
  }
}
template <auto F, class R, class... A>
void run_scalar(Wave& wave, const Operation& op) {
  apply_scalar<F, R, A...>(wave, op, std::index_sequence_for<A...>());
}
template <auto F, class R, class... A>
constexpr Semantics scalar_entry(std::string_view mnemonic, std::tuple<A...>*) {
  Semantics entry{mnemonic, &run_scalar<F, R, A...>};
  if constexpr (!std::is_void_v<R>) entry.results[0] = scalar_type<R>();
  const Type sources[]{scalar_type<A>()..., Type::none};
  for (std::size_t k = 0; k < sizeof...(A); ++k) entry.sources[k] = sources[k];
  entry.lanes = false;
  return entry;
}
template <auto F>
using ScalarTypes = ScalarFunction<decltype(&decltype(F)::operator())>;

/// F's first parameter is the condition code, which the instruction does not change.
template <auto F>
constexpr Semantics plain(std::string_view mnemonic) {
  return scalar_entry<F, typename ScalarTypes<F>::Result>(
      mnemonic, static_cast<typename ScalarTypes<F>::Sources*>(nullptr));
}
/// The same, but the instruction sets the condition code.
template <auto F>
constexpr Semantics setting(std::string_view mnemonic) {
  Semantics entry = plain<F>(mnemonic);
  entry.sets_condition = true;
  return entry;
}
/// An instruction that reads the condition code, and may also set it.
constexpr Semantics reading(Semantics entry) {
  entry.reads_condition = true;
  return entry;
}

// Bits that are defined individually.
struct Bits {
  u64 value, defined;
};
Bits operator&(Bits a, Bits b) {
  return {a.value & b.value,
          (a.defined & b.defined) | (a.defined & ~a.value) | (b.defined & ~b.value)};
}
Bits operator|(Bits a, Bits b) {
  return {a.value | b.value,
          (a.defined & b.defined) | (a.defined & a.value) | (b.defined & b.value)};
}
Bits operator^(Bits a, Bits b) { return {a.value ^ b.value, a.defined & b.defined}; }
Bits operator~(Bits a) { return {~a.value, a.defined}; }

Bits bits_of(const Wave& wave, const Operand& from) {
  // A constant has the width of the instruction.
  const u64 width = from.words > 1 || from.place == Place::constant ? ~0ull : 0xFFFF'FFFFull;
  return {scalar_value(wave, from) & width, defined_bits(wave, from) | ~width};
}

void set_nonzero(Wave& wave, Bits result, u64 width) {
  wave.scc = (result.value & width) != 0;
  wave.scc_defined = (result.value & result.defined & width) != 0 || (~result.defined & width) == 0;
}

/// The bitwise function of one or two sources; the condition is whether the result is not zero.
template <auto F>
void run_bits(Wave& wave, const Operation& op) {
  const u64 width = op.out[0].words > 1 ? ~0ull : 0xFFFF'FFFFull;
  Bits result;
  if constexpr (std::is_invocable_v<decltype(F), Bits, Bits>)
    result = F(bits_of(wave, op.in[0]), bits_of(wave, op.in[1]));
  else
    result = F(bits_of(wave, op.in[0]));
  put_scalar(wave, op.out[0], result.value & width, result.defined);
  if ((op.immediate & kSetsCondition) != 0) set_nonzero(wave, result, width);
}
template <auto F>
constexpr Semantics bitwise(std::string_view mnemonic, Type type) {
  Semantics entry{mnemonic, &run_bits<F>, {type}, {type}};
  if (std::is_invocable_v<decltype(F), Bits, Bits>) entry.sources[1] = type;
  entry.lanes = false;
  entry.sets_condition = true;
  return entry;
}
constexpr Semantics without_condition(Semantics entry) {
  entry.sets_condition = false;
  return entry;
}

/// s_and_saveexec_b64 and similar: the old mask goes to the result.
template <auto F>
void run_saveexec(Wave& wave, const Operation& op) {
  Operand exec = op.out[0];
  exec.place = Place::scalar;
  exec.index = scalar::kExec;
  const u64 width = exec.words > 1 ? ~0ull : 0xFFFF'FFFFull;
  const Bits old = bits_of(wave, exec), result = F(bits_of(wave, op.in[0]), old);
  put_scalar(wave, op.out[0], old.value, old.defined);
  put_scalar(wave, exec, result.value & width, result.defined);
  set_nonzero(wave, result, width);
}
template <auto F>
constexpr Semantics saveexec(std::string_view mnemonic, Type type) {
  Semantics entry{mnemonic, &run_saveexec<F>, {type}, {type}};
  entry.lanes = false;
  return entry;
}

/// s_cselect: only the chosen source must be defined.
void select(Wave& wave, const Operation& op) {
  const Bits chosen = bits_of(wave, op.in[wave.scc ? 0 : 1]);
  put_scalar(wave, op.out[0], chosen.value, wave.scc_defined ? chosen.defined : 0);
}
void move_if(Wave& wave, const Operation& op) {
  if (!wave.scc_defined) throw Fault("it depends on an undefined condition");
  if (wave.scc)
    put_scalar(wave, op.out[0], scalar_value(wave, op.in[0]), defined_bits(wave, op.in[0]));
}

template <class T>
T shifted_field(T bits, u32 field) {
  constexpr unsigned width = 8 * sizeof(T);
  const u32 from = field & (width - 1), count = field >> 16 & 0x7F;
  using Unsigned = std::make_unsigned_t<T>;
  if (count == 0) return 0;
  const unsigned left = count >= width ? 0 : width - count;
  return static_cast<T>(static_cast<T>(static_cast<Unsigned>(bits) >> from << left) >> left);
}

constexpr Semantics unlaned(std::string_view mnemonic, Handler run, Type result, Type source) {
  Semantics entry{mnemonic, run, {result}, {source, source}};
  entry.lanes = false;
  entry.reads_condition = true;
  return entry;
}

#define GT_BITWISE(name, expression)                                                               \
  bitwise<([](Bits a, Bits b) { return expression; })>("s_" name "_b32", Type::b32),               \
      bitwise<([](Bits a, Bits b) { return expression; })>("s_" name "_b64", Type::b64),           \
      saveexec<([](Bits a, Bits b) { return expression; })>("s_" name "_saveexec_b32", Type::b32), \
      saveexec<([](Bits a, Bits b) { return expression; })>("s_" name "_saveexec_b64", Type::b64)
#define GT_CONDITION(name, type, condition) \
  setting<([](bool& scc, type a, type b) { scc = condition; })>(name)
#define GT_CONDITIONS(suffix, type)                                                               \
  GT_CONDITION("s_cmp_eq_" suffix, type, a == b), GT_CONDITION("s_cmp_lg_" suffix, type, a != b), \
      GT_CONDITION("s_cmp_gt_" suffix, type, a > b),                                              \
      GT_CONDITION("s_cmp_ge_" suffix, type, a >= b),                                             \
      GT_CONDITION("s_cmp_lt_" suffix, type, a < b),                                              \
      GT_CONDITION("s_cmp_le_" suffix, type, a <= b),                                             \
      GT_CONDITION("s_cmpk_eq_" suffix, type, a == b),                                            \
      GT_CONDITION("s_cmpk_lg_" suffix, type, a != b),                                            \
      GT_CONDITION("s_cmpk_gt_" suffix, type, a > b),                                             \
      GT_CONDITION("s_cmpk_ge_" suffix, type, a >= b),                                            \
      GT_CONDITION("s_cmpk_lt_" suffix, type, a < b),                                             \
      GT_CONDITION("s_cmpk_le_" suffix, type, a <= b)

i32 add_signed(bool& scc, i32 a, i32 b) {
  i32 sum = 0;
  scc = __builtin_add_overflow(a, b, &sum);
  return static_cast<i32>(static_cast<u32>(a) + static_cast<u32>(b));
}

const Semantics kScalar[]{
    without_condition(bitwise<([](Bits a) { return a; })>("s_mov_b32", Type::b32)),
    without_condition(bitwise<([](Bits a) { return a; })>("s_mov_b64", Type::b64)),
    without_condition(bitwise<([](Bits a) { return a; })>("s_movk_i32", Type::b32)),
    unlaned("s_cselect_b32", &select, Type::b32, Type::b32),
    unlaned("s_cselect_b64", &select, Type::b64, Type::b64),
    {"s_cmov_b32", &move_if, {Type::b32}, {Type::b32}, false, false, false},
    {"s_cmov_b64", &move_if, {Type::b64}, {Type::b64}, false, false, false},
    bitwise<([](Bits a) { return ~a; })>("s_not_b32", Type::b32),
    bitwise<([](Bits a) { return ~a; })>("s_not_b64", Type::b64),
    GT_BITWISE("and", a& b),
    GT_BITWISE("or", a | b),
    GT_BITWISE("xor", a ^ b),
    GT_BITWISE("andn2", a & ~b),
    GT_BITWISE("orn2", a | ~b),
    GT_BITWISE("nand", ~(a& b)),
    GT_BITWISE("nor", ~(a | b)),
    GT_BITWISE("xnor", ~(a ^ b)),
    saveexec<([](Bits a, Bits b) { return ~a & b; })>("s_andn1_saveexec_b64", Type::b64),
    saveexec<([](Bits a, Bits b) { return ~a & b; })>("s_andn1_saveexec_b32", Type::b32),
    saveexec<([](Bits a, Bits b) { return ~a | b; })>("s_orn1_saveexec_b64", Type::b64),
    saveexec<([](Bits a, Bits b) { return ~a | b; })>("s_orn1_saveexec_b32", Type::b32),

    setting<([](bool& scc, u32 a, u32 b) -> u32 {
      scc = (static_cast<u64>(a) + b) >> 32 != 0;
      return a + b;
    })>("s_add_u32"),
    reading(setting<([](bool& scc, u32 a, u32 b) -> u32 {
      const u64 sum = static_cast<u64>(a) + b + (scc ? 1 : 0);
      scc = sum >> 32 != 0;
      return static_cast<u32>(sum);
    })>("s_addc_u32")),
    setting<([](bool& scc, u32 a, u32 b) -> u32 {
      scc = b > a;
      return a - b;
    })>("s_sub_u32"),
    reading(setting<([](bool& scc, u32 a, u32 b) -> u32 {
      const u64 taken = static_cast<u64>(b) + (scc ? 1 : 0);
      scc = taken > a;
      return static_cast<u32>(a - taken);
    })>("s_subb_u32")),
    setting<([](bool& scc, i32 a, i32 b) -> i32 { return add_signed(scc, a, b); })>("s_add_i32"),
    setting<([](bool& scc, i32 a, i32 b) -> i32 {
      i32 difference = 0;
      scc = __builtin_sub_overflow(a, b, &difference);
      return static_cast<i32>(static_cast<u32>(a) - static_cast<u32>(b));
    })>("s_sub_i32"),
    plain<([](bool&, u32 a, u32 b) -> u32 { return a * b; })>("s_mul_i32"),
    plain<([](bool&, u32 a, u32 b) -> u32 {
      return static_cast<u32>(static_cast<u64>(a) * b >> 32);
    })>("s_mul_hi_u32"),
    plain<([](bool&, i32 a, i32 b) -> i32 { return static_cast<i32>(i64{a} * b >> 32); })>(
        "s_mul_hi_i32"),
    setting<([](bool& scc, u32 a, u32 b) -> u32 {
      scc = a < b;
      return scc ? a : b;
    })>("s_min_u32"),
    setting<([](bool& scc, u32 a, u32 b) -> u32 {
      scc = a > b;
      return scc ? a : b;
    })>("s_max_u32"),
    setting<([](bool& scc, i32 a, i32 b) -> i32 {
      scc = a < b;
      return scc ? a : b;
    })>("s_min_i32"),
    setting<([](bool& scc, i32 a, i32 b) -> i32 {
      scc = a > b;
      return scc ? a : b;
    })>("s_max_i32"),
#define GT_NONZERO(name, type, by, expression)         \
  setting<([](bool& scc, type a, by b) -> type {       \
    const type result = static_cast<type>(expression); \
    scc = result != 0;                                 \
    return result;                                     \
  })>(name)
    GT_NONZERO("s_lshl_b32", u32, u32, a << (b & 31)),
    GT_NONZERO("s_lshl_b64", u64, u32, a << (b & 63)),
    GT_NONZERO("s_lshr_b32", u32, u32, a >> (b & 31)),
    GT_NONZERO("s_lshr_b64", u64, u32, a >> (b & 63)),
    GT_NONZERO("s_ashr_i32", i32, u32, a >> (b & 31)),
    GT_NONZERO("s_ashr_i64", i64, u32, a >> (b & 63)),
    GT_NONZERO("s_bfe_u32", u32, u32, shifted_field(a, b)),
    GT_NONZERO("s_bfe_i32", i32, u32, shifted_field(a, b)),
    GT_NONZERO("s_bfe_u64", u64, u32, shifted_field(a, b)),
    GT_NONZERO("s_bfe_i64", i64, u32, shifted_field(a, b)),
#undef GT_NONZERO
#define GT_SHIFT_ADD(by)                             \
  setting<([](bool& scc, u32 a, u32 b) -> u32 {      \
    const u64 sum = (static_cast<u64>(a) << by) + b; \
    scc = sum >> 32 != 0;                            \
    return static_cast<u32>(sum);                    \
  })>("s_lshl" #by "_add_u32")
    GT_SHIFT_ADD(1),
    GT_SHIFT_ADD(2),
    GT_SHIFT_ADD(3),
    GT_SHIFT_ADD(4),
#undef GT_SHIFT_ADD
    plain<([](bool&, u32 a, u32 b) -> u32 { return ((1u << (a & 31)) - 1) << (b & 31); })>(
        "s_bfm_b32"),
    plain<([](bool&, u32 a, u32 b) -> u32 { return (a & 0xFFFF) | b << 16; })>("s_pack_ll_b32_b16"),
    plain<([](bool&, u32 a, u32 b) -> u32 { return (a & 0xFFFF) | (b & 0xFFFF'0000); })>(
        "s_pack_lh_b32_b16"),
    plain<([](bool&, u32 a, u32 b) -> u32 { return a >> 16 | (b & 0xFFFF'0000); })>(
        "s_pack_hh_b32_b16"),
    plain<([](bool&, u32 a) -> u32 {
      u32 result = 0;
      for (unsigned k = 0; k < 32; ++k) result |= (a >> k & 1) << (31 - k);
      return result;
    })>("s_brev_b32"),
    setting<([](bool& scc, u32 a) -> u32 {
      scc = a != 0;
      return static_cast<u32>(std::popcount(a));
    })>("s_bcnt1_i32_b32"),
    setting<([](bool& scc, u64 a) -> u32 {
      scc = a != 0;
      return static_cast<u32>(std::popcount(a));
    })>("s_bcnt1_i32_b64"),
    plain<([](bool&, u32 a) -> u32 {
      return a == 0 ? ~0u : static_cast<u32>(std::countr_zero(a));
    })>("s_ff1_i32_b32"),
    plain<([](bool&, u64 a) -> u32 {
      return a == 0 ? ~0u : static_cast<u32>(std::countr_zero(a));
    })>("s_ff1_i32_b64"),
    plain<([](bool&, u32 a) -> u32 {
      return a == 0 ? ~0u : static_cast<u32>(std::countl_zero(a));
    })>("s_flbit_i32_b32"),
    plain<([](bool&, u64 a) -> u32 {
      return a == 0 ? ~0u : static_cast<u32>(std::countl_zero(a));
    })>("s_flbit_i32_b64"),
    plain<([](bool&, u32 a) -> i32 { return static_cast<std::int8_t>(a); })>("s_sext_i32_i8"),
    plain<([](bool&, u32 a) -> i32 { return static_cast<std::int16_t>(a); })>("s_sext_i32_i16"),
    setting<([](bool& scc, i32 a) -> u32 {
      const u32 result = a < 0 ? 0u - static_cast<u32>(a) : static_cast<u32>(a);
      scc = result != 0;
      return result;
    })>("s_abs_i32"),
    setting<([](bool& scc, u32 a, u32 b) { scc = (a >> (b & 31) & 1) == 0; })>("s_bitcmp0_b32"),
    setting<([](bool& scc, u32 a, u32 b) { scc = (a >> (b & 31) & 1) != 0; })>("s_bitcmp1_b32"),
    setting<([](bool& scc, u64 a, u32 b) { scc = (a >> (b & 63) & 1) == 0; })>("s_bitcmp0_b64"),
    setting<([](bool& scc, u64 a, u32 b) { scc = (a >> (b & 63) & 1) != 0; })>("s_bitcmp1_b64"),
    GT_CONDITIONS("u32", u32),
    GT_CONDITIONS("i32", i32),
    GT_CONDITION("s_cmp_eq_u64", u64, a == b),
    GT_CONDITION("s_cmp_lg_u64", u64, a != b),
};

// Instructions with their result as first source: s_addk_i32, s_mulk_i32.
constexpr Semantics onto(Semantics entry) {
  entry.accumulates = true;
  return entry;
}
const Semantics kAccumulating[]{
    onto(setting<([](bool& scc, i32 k, i32 old) -> i32 { return add_signed(scc, k, old); })>(
        "s_addk_i32")),
    onto(plain<([](bool&, u32 k, u32 old) -> u32 { return k * old; })>("s_mulk_i32")),
    onto(plain<([](bool&, u32 bit, u32 old) -> u32 { return old | 1u << (bit & 31); })>(
        "s_bitset1_b32")),
    onto(plain<([](bool&, u32 bit, u32 old) -> u32 { return old & ~(1u << (bit & 31)); })>(
        "s_bitset0_b32")),
};

}  // namespace

std::span<const Semantics> scalar_instructions() { return kScalar; }
std::span<const Semantics> scalar_accumulating_instructions() { return kAccumulating; }

}  // namespace gputest::isa

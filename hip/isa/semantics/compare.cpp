// Compares, and the selection by their results.
// Compiled once for each of Highway's targets: foreach_target.h includes this file repeatedly.
#include "common/core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "hip/isa/semantics/compare.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "hip/isa/semantics/lanes.inl"

HWY_BEFORE_NAMESPACE();
namespace gputest::isa::HWY_NAMESPACE {
namespace {

/// v_cmp_class: whether the number is in one of the classes with a set bit.
template <class Unsigned>
bool is_of_class(Unsigned bits, u32 classes) {
  constexpr unsigned mantissa_bits = sizeof(Unsigned) == 2 ? 10 : sizeof(Unsigned) == 4 ? 23 : 52;
  constexpr Unsigned top = sizeof(Unsigned) == 2 ? 31 : sizeof(Unsigned) == 4 ? 0xFF : 0x7FF;
  const bool negative = bits >> (8 * sizeof(Unsigned) - 1) != 0;
  const Unsigned exponent = bits >> mantissa_bits & top;
  const auto mantissa = static_cast<Unsigned>(bits & ((u64{1} << mantissa_bits) - 1));
  unsigned number;
  if (exponent == top && mantissa != 0)
    number = (mantissa >> (mantissa_bits - 1)) != 0 ? 1 : 0;
  else if (exponent == top)
    number = negative ? 2 : 9;
  else if (exponent != 0)
    number = negative ? 3 : 8;
  else if (mantissa != 0)
    number = negative ? 4 : 7;
  else
    number = negative ? 5 : 6;
  return (classes >> number & 1) != 0;
}

/// The bits with the sign modifiers of floating-point numbers applied; nothing is flushed.
const u32* fetch_signed(const Wave& wave, const Operand& from, Room<u32>& room,
                        const LanePermutation* moved) {
  const u32* const bits = fetch<u32>(wave, from, room, moved);
  if (!from.absolute && !from.negate) return bits;
  const u32 keep = from.absolute ? 0x7FFF'FFFFu : ~0u, flip = from.negate ? 0x8000'0000u : 0;
  for (unsigned k = 0; k < lanes_of(wave); ++k) room.value[k] = (bits[k] & keep) ^ flip;
  return room.value;
}

/// The result is defined in a lane if the chosen source is.
void choose(Wave& wave, const Operation& op) {
  const LanePermutation* const moved = op.permutation.get();
  const u64 mask = scalar_value(wave, op.in[2]);
  const u64 known = defined_bits(wave, op.in[2]);
  const u64 defined0 = defined_in<u32>(wave, op.in[0], moved);
  const u64 defined1 = defined_in<u32>(wave, op.in[1], nullptr);
  Room<u32> room0, room1, result;
  const u32* const zeros = fetch_signed(wave, op.in[0], room0, moved);
  const u32* const ones = fetch_signed(wave, op.in[1], room1, nullptr);
  const unsigned lanes = lanes_of(wave);
  for (unsigned k = 0; k < lanes; ++k) result.value[k] = (mask >> k & 1) != 0 ? ones[k] : zeros[k];
  put<u32>(wave, op, op.out[0], result.value, written_lanes(wave, op),
           known & ((mask & defined1) | (~mask & defined0)));
}

/// v_cmpx: the result also becomes the mask of active lanes.
template <auto F, class R, class... A>
void compare_and_mask(Wave& wave, const Operation& op) {
  run_lanes<F, R, A...>(wave, op);
  const Operand exec{Place::scalar, static_cast<std::uint8_t>(op.out[0].words),
                     Part::dword,   false,
                     false,         false,
                     scalar::kExec, 0};
  const u64 value = scalar_value(wave, op.out[0]), defined = defined_bits(wave, op.out[0]);
  put_scalar(wave, exec, value, wave.lanes == 64 ? defined : defined | ~0xFFFF'FFFFull);
}

template <auto F, class... A>
constexpr Semantics masking_entry(std::string_view mnemonic, std::tuple<A...>*) {
  Semantics entry = lanes<F>(mnemonic);
  entry.run = &compare_and_mask<F, bool, A...>;
  return entry;
}
template <auto F>
constexpr Semantics masking(std::string_view mnemonic) {
  return masking_entry<F>(mnemonic, static_cast<typename TypeOfFunction<F>::Sources*>(nullptr));
}

// GCC compares by the sources' types, which the name states.
#define GT_COMPARE(name, type, condition)                             \
  lanes<([](type a, type b) { return (condition); })>("v_cmp_" name), \
      masking<([](type a, type b) { return (condition); })>("v_cmpx_" name)
#define GT_COMPARE_NUMBERS(suffix, type)                                             \
  GT_COMPARE("lt_" suffix, type, a < b), GT_COMPARE("eq_" suffix, type, a == b),     \
      GT_COMPARE("le_" suffix, type, a <= b), GT_COMPARE("gt_" suffix, type, a > b), \
      GT_COMPARE("ge_" suffix, type, a >= b)
#define GT_COMPARE_INTEGERS(suffix, type) \
  GT_COMPARE_NUMBERS(suffix, type), GT_COMPARE("ne_" suffix, type, a != b)
#define GT_COMPARE_FLOATS(suffix, type)                                                            \
  GT_COMPARE_NUMBERS(suffix, type), GT_COMPARE("lg_" suffix, type, a<b || a> b),                   \
      GT_COMPARE("o_" suffix, type, a == a && b == b),                                             \
      GT_COMPARE("u_" suffix, type, a != a || b != b), GT_COMPARE("nge_" suffix, type, !(a >= b)), \
      GT_COMPARE("nlg_" suffix, type, !(a < b || a > b)),                                          \
      GT_COMPARE("ngt_" suffix, type, !(a > b)), GT_COMPARE("nle_" suffix, type, !(a <= b)),       \
      GT_COMPARE("neq_" suffix, type, a != b), GT_COMPARE("nlt_" suffix, type, !(a < b))

}  // namespace

std::span<const Semantics> compare_table() {
  static const Semantics kTable[]{
      GT_COMPARE_FLOATS("f16", Half),
      GT_COMPARE_FLOATS("f32", float),
      GT_COMPARE_FLOATS("f64", double),
      GT_COMPARE_INTEGERS("u16", u16),
      GT_COMPARE_INTEGERS("i16", i16),
      GT_COMPARE_INTEGERS("u32", u32),
      GT_COMPARE_INTEGERS("i32", i32),
      GT_COMPARE_INTEGERS("u64", u64),
      GT_COMPARE_INTEGERS("i64", i64),
      lanes<([](u16 a, u32 classes) { return is_of_class(a, classes); })>("v_cmp_class_f16"),
      lanes<([](u32 a, u32 classes) { return is_of_class(a, classes); })>("v_cmp_class_f32"),
      lanes<([](u64 a, u32 classes) { return is_of_class(a, classes); })>("v_cmp_class_f64"),
      {"v_cndmask_b32", &choose, {Type::b32}, {Type::f32, Type::f32, Type::mask}},
  };
  return kTable;
}
}  // namespace gputest::isa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gputest::isa {
HWY_EXPORT(compare_table);
std::span<const Semantics> compare_instructions() { return HWY_DYNAMIC_DISPATCH(compare_table)(); }
}  // namespace gputest::isa
#endif

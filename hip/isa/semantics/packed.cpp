// Instructions on two single-precision numbers in a pair of registers (gfx90a).
// Compiled once for each of Highway's targets: foreach_target.h includes this file repeatedly.
#include "common/core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "hip/isa/semantics/packed.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "hip/isa/semantics/lanes.inl"

HWY_BEFORE_NAMESPACE();
namespace gputest::isa::HWY_NAMESPACE {
namespace {

/// The half of a source that goes into one half of the result: op_sel and op_sel_hi select it, and
/// neg_lo and neg_hi negate it.
Operand half_of(const Operation& op, unsigned source, bool high) {
  const unsigned select = (high ? op.select_high : op.select) >> source & 1;
  Operand half = op.in[source];
  half.words = 1;
  half.negate = ((high ? op.negate_high : op.negate_low) >> source & 1) != 0;
  if (half.place == Place::constant) {
    if (select != 0 && half.value != 0)
      throw Fault("the upper half of a packed constant is not implemented");
  } else {
    half.index = static_cast<std::uint16_t>(half.index + select);
  }
  return half;
}

template <auto F, class T, class... A, std::size_t... I>
void apply_packed(Wave& wave, const Operation& op, std::index_sequence<I...>) {
  Room<T> results[2];
  u64 defined[2];
  for (unsigned high = 0; high < 2; ++high) {
    const Operand sources[]{half_of(op, I, high != 0)...};
    defined[high] = (~0ull & ... & defined_lanes(wave, sources[I]));
    Room<T> rooms[sizeof...(I)];
    const std::tuple<const Bits<A>*...> bits{fetch<A>(wave, sources[I], rooms[I], nullptr)...};
    const unsigned lanes = lanes_of(wave);
    for (unsigned k = 0; k < lanes; ++k)
      results[high].value[k] = to_bits<T>(F(from_bits<A>(std::get<I>(bits)[k])...));
    modify_result<T>(wave, op, results[high].value);
  }
  for (unsigned high = 0; high < 2; ++high) {
    Operand to = op.out[0];
    to.words = 1;
    to.index = static_cast<std::uint16_t>(to.index + high);
    put<T>(wave, op, to, results[high].value, wave.exec(), defined[high]);
  }
}
template <auto F, class T, class... A>
void run_packed(Wave& wave, const Operation& op) {
  apply_packed<F, T, A...>(wave, op, std::index_sequence_for<A...>());
}
template <auto F, class R, class... A>
constexpr Semantics packed_entry(std::string_view mnemonic, std::tuple<A...>*) {
  Semantics entry{mnemonic, &run_packed<F, R, A...>, {Type::pair}};
  for (std::size_t k = 0; k < sizeof...(A); ++k) entry.sources[k] = Type::pair;
  return entry;
}
template <auto F>
constexpr Semantics packed(std::string_view mnemonic) {
  return packed_entry<F, typename TypeOfFunction<F>::Result>(
      mnemonic, static_cast<typename TypeOfFunction<F>::Sources*>(nullptr));
}

/// v_pk_mov_b32: the lower half is from the first source, the upper from the second; op_sel selects
/// the half of each.
void move_pair(Wave& wave, const Operation& op) {
  Room<u32> results[2];
  u64 defined[2];
  for (unsigned source = 0; source < 2; ++source) {
    const Operand half = half_of(op, source, false);
    defined[source] = defined_lanes(wave, half);
    Room<u32> room;
    const u32* const bits = fetch<u32>(wave, half, room, nullptr);
    std::memcpy(results[source].value, bits, sizeof room.value);
  }
  for (unsigned high = 0; high < 2; ++high) {
    Operand to = op.out[0];
    to.words = 1;
    to.index = static_cast<std::uint16_t>(to.index + high);
    put<u32>(wave, op, to, results[high].value, wave.exec(), defined[high]);
  }
}

}  // namespace

std::span<const Semantics> packed_table() {
  static const Semantics kTable[]{
      packed<([](float a, float b) { return a + b; })>("v_pk_add_f32"),
      packed<([](float a, float b) { return a * b; })>("v_pk_mul_f32"),
      packed<([](float a, float b, float c) { return std::fma(a, b, c); })>("v_pk_fma_f32"),
      {"v_pk_mov_b32", &move_pair, {Type::pair}, {Type::pair, Type::pair}},
  };
  return kTable;
}
}  // namespace gputest::isa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gputest::isa {
HWY_EXPORT(packed_table);
std::span<const Semantics> packed_instructions() { return HWY_DYNAMIC_DISPATCH(packed_table)(); }
}  // namespace gputest::isa
#endif

// Makes a vector instruction from a function of numbers. Included once for each of Highway's
// targets, so that the compiler vectorises the loops.
//
// A target's table is made when its function is first called. As a variable of the namespace it
// would be made before main(), by every processor for every target. A processor without the
// instructions would then end the program.
#if defined(GT_ISA_LANES) == defined(HWY_TARGET_TOGGLE)
#ifdef GT_ISA_LANES
#undef GT_ISA_LANES
#else
#define GT_ISA_LANES
#endif

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>

#include "hip/isa/half.hpp"
#include "hip/isa/semantics.hpp"
#include "hip/isa/wave.hpp"
#include "hip/isa/words.hpp"

HWY_BEFORE_NAMESPACE();
namespace gputest::isa::HWY_NAMESPACE {
namespace {

/// A sum and its carry.
struct Carry {
  u32 sum;
  bool carry;
};

/// A number and a flag per lane, as for v_div_scale.
template <class T>
struct Flagged {
  T value;
  bool flag;
};

template <class T>
struct TypeOf;
#define GT_ISA_TYPE(name, number, bits_)       \
  template <>                                  \
  struct TypeOf<name> {                        \
    static constexpr Type type = Type::number; \
    using Bits = bits_;                        \
  };
GT_ISA_TYPE(u16, b16, u32)
GT_ISA_TYPE(i16, b16, u32)
GT_ISA_TYPE(u32, b32, u32)
GT_ISA_TYPE(i32, b32, u32)
GT_ISA_TYPE(Half, f16, u32)
GT_ISA_TYPE(float, f32, u32)
GT_ISA_TYPE(u64, b64, u64)
GT_ISA_TYPE(i64, b64, u64)
GT_ISA_TYPE(double, f64, u64)
GT_ISA_TYPE(bool, mask, u8)
#undef GT_ISA_TYPE

template <class T>
using Bits = typename TypeOf<T>::Bits;

/// Whether it has a sign, an exponent and a mantissa.
template <class T>
constexpr bool is_number = std::is_floating_point_v<T> || std::is_same_v<T, Half>;
template <class T>
constexpr Bits<T> kSign = static_cast<Bits<T>>(Bits<T>{1} << (8 * sizeof(T) - 1));
template <class T>
constexpr Bits<T> kExponent = static_cast<Bits<T>>(sizeof(T) == 2   ? 0x7C00u
                                                   : sizeof(T) == 4 ? 0x7F80'0000u
                                                                    : 0x7FF0'0000'0000'0000u);

template <class T>
T from_bits(Bits<T> bits) {
  if constexpr (std::is_same_v<T, Half>)
    return Half{static_cast<u16>(bits)};
  else if constexpr (sizeof(T) == 2)
    return static_cast<T>(bits);
  else if constexpr (std::is_same_v<T, bool>)
    return bits != 0;
  else
    return std::bit_cast<T>(bits);
}
template <class T>
Bits<T> to_bits(T value) {
  if constexpr (std::is_same_v<T, Half>)
    return value.bits;
  else if constexpr (sizeof(T) == 2)
    return static_cast<u16>(value);
  else if constexpr (std::is_same_v<T, bool>)
    return value ? 1 : 0;
  else
    return std::bit_cast<Bits<T>>(value);
}

/// One number per lane. Not initialised.
template <class T>
struct Room {
  alignas(64) Bits<T> value[kLanes];
  Room() {}
};

inline unsigned lanes_of(const Wave& wave) { return wave.lanes & ~31u; }

/// One bit per lane from numbers that are 0 or 1.
inline u64 gather_bits(const u8* flags, unsigned lanes) {
  u64 mask = 0;
  for (unsigned k = 0; k < lanes; k += 8) {
    u64 eight;
    std::memcpy(&eight, flags + k, 8);
    mask |= (eight * 0x0102'0408'1020'4080u >> 56) << k;
  }
  return mask;
}

/// The source lanes of DPP, and the lanes that it writes.
struct Permuted {
  u64 written, zeroed;
};
inline Permuted permuted(const Wave& wave, const LanePermutation& by) {
  u64 valid = 0;
  const u64 active = by.fetch_inactive ? wave.all_lanes() : wave.exec();
  for (unsigned lane = 0; lane < wave.lanes; ++lane)
    if (by.from[lane] != 0xFF && (active >> by.from[lane] & 1) != 0) valid |= u64{1} << lane;
  const u64 zeroed = by.zero_if_invalid ? ~valid : 0;
  return {wave.exec() & by.enabled & (valid | zeroed), zeroed};
}

/// The lanes that the operation writes.
inline u64 written_lanes(const Wave& wave, const Operation& op) {
  return op.permutation ? permuted(wave, *op.permutation).written : wave.exec();
}

/// A source's bits in every lane: in the register itself or in `room`.
template <class T>
const Bits<T>* fetch(const Wave& wave, const Operand& from, Room<T>& room,
                     const LanePermutation* permutation) {
  const unsigned lanes = lanes_of(wave);
  if constexpr (std::is_same_v<T, bool>) {
    const u64 mask = scalar_value(wave, from);
    for (unsigned k = 0; k < lanes; ++k) room.value[k] = static_cast<u8>(mask >> k & 1);
    return room.value;
  } else {
    const Bits<T>* bits = room.value;
    if (from.place == Place::vector) {
      if constexpr (sizeof(Bits<T>) == 4) {
        bits = wave.vectors[from.index].lane.data();
      } else {
        const u32* low = wave.vectors[from.index].lane.data();
        const u32* high = wave.vectors[from.index + 1].lane.data();
        for (unsigned k = 0; k < lanes; ++k)
          room.value[k] = low[k] | static_cast<u64>(high[k]) << 32;
      }
    } else {
      const auto value = static_cast<Bits<T>>(scalar_value(wave, from));
      for (unsigned k = 0; k < lanes; ++k) room.value[k] = value;
    }
    if (permutation != nullptr) {
      Bits<T> moved[kLanes] = {};
      for (unsigned k = 0; k < lanes; ++k) {
        const u8 source = permutation->from[k];
        const bool is_valid =
            source != 0xFF && (permutation->fetch_inactive || (wave.exec() >> source & 1) != 0);
        moved[k] = is_valid ? bits[source] : 0;
      }
      std::memcpy(room.value, moved, sizeof moved);
      bits = room.value;
    }
    if constexpr (sizeof(Bits<T>) == 4) {
      if (from.part != Part::dword) {
        const unsigned part = static_cast<unsigned>(from.part);
        const bool is_byte = from.part <= Part::byte3;
        const unsigned shift =
            is_byte ? 8 * (part - 1) : 16 * (part - static_cast<unsigned>(Part::word0));
        const unsigned unused = is_byte ? 24 : 16;
        for (unsigned k = 0; k < lanes; ++k) {
          const u32 raised = bits[k] >> shift << unused;
          room.value[k] = from.sign_extend ? static_cast<u32>(static_cast<i32>(raised) >> unused)
                                           : raised >> unused;
        }
        bits = room.value;
      }
    }
    if constexpr (is_number<T>) {
      constexpr Bits<T> sign = kSign<T>, exponent = kExponent<T>;
      if (sizeof(T) == 4 ? wave.flushes_32() : wave.flushes_64()) {
        for (unsigned k = 0; k < lanes; ++k)
          room.value[k] = (bits[k] & exponent) == 0 ? bits[k] & sign : bits[k];
        bits = room.value;
      }
      if (from.absolute || from.negate) {
        const Bits<T> keep = from.absolute ? ~sign : ~Bits<T>{0};
        const Bits<T> flip = from.negate ? sign : 0;
        for (unsigned k = 0; k < lanes; ++k) room.value[k] = (bits[k] & keep) ^ flip;
        bits = room.value;
      }
    }
    return bits;
  }
}

/// Applies output modifiers and flushes subnormal numbers of a floating-point result.
template <class T>
void modify_result(const Wave& wave, const Operation& op, Bits<T>* bits) {
  if constexpr (is_number<T>) {
    using Wide = std::conditional_t<std::is_same_v<T, Half>, float, T>;
    const unsigned lanes = lanes_of(wave);
    if (op.multiplier != 0) {
      const Wide factor = op.multiplier == 1 ? Wide(2) : op.multiplier == 2 ? Wide(4) : Wide(0.5);
      for (unsigned k = 0; k < lanes; ++k)
        bits[k] = to_bits<T>(T(static_cast<Wide>(from_bits<T>(bits[k])) * factor));
    }
    if (op.clamp)
      for (unsigned k = 0; k < lanes; ++k) {
        const auto value = static_cast<Wide>(from_bits<T>(bits[k]));
        bits[k] = to_bits<T>(T(value > Wide(0) ? (value < Wide(1) ? value : Wide(1)) : Wide(0)));
      }
    if (sizeof(T) == 4 ? wave.flushes_32() : wave.flushes_64()) {
      for (unsigned k = 0; k < lanes; ++k)
        if ((bits[k] & kExponent<T>) == 0) bits[k] &= kSign<T>;
    }
  }
}

/// Writes words to a vector register in those lanes.
inline void put_words(Wave& wave, unsigned index, const u32* words, u64 written) {
  u32* to = wave.vectors[index].lane.data();
  const unsigned lanes = lanes_of(wave);
  if (written == wave.all_lanes()) {
    std::memcpy(to, words, lanes * sizeof(u32));
  } else {
    for (unsigned k = 0; k < lanes; ++k) to[k] = (written >> k & 1) != 0 ? words[k] : to[k];
  }
}

/// Extends the sign of a part into the `above` bits of the register over it (UNUSED_SEXT).
inline void extend_part(u32* bits, unsigned lanes, unsigned above) {
  for (unsigned k = 0; k < lanes; ++k)
    bits[k] = static_cast<u32>(static_cast<i32>(bits[k] << above) >> above);
}

/// Writes a result's bits to its vector register, and whether they are defined.
template <class T>
void put(Wave& wave, const Operation& op, const Operand& to, Bits<T>* bits, u64 written,
         u64 defined) {
  require_ready(wave, to);
  const unsigned lanes = lanes_of(wave);
  if constexpr (sizeof(Bits<T>) == 8) {
    alignas(64) u32 low[kLanes], high[kLanes];
    for (unsigned k = 0; k < lanes; ++k) {
      low[k] = static_cast<u32>(bits[k]);
      high[k] = static_cast<u32>(bits[k] >> 32);
    }
    put_words(wave, to.index, low, written);
    put_words(wave, to.index + 1u, high, written);
    mark(wave, to.index, written, defined);
    mark(wave, to.index + 1u, written, defined);
  } else {
    const u32* old = wave.vectors[to.index].lane.data();
    if (sizeof(T) == 2 && wave.preserves_high_half && op.out_part == Part::dword)
      for (unsigned k = 0; k < lanes; ++k) bits[k] = (bits[k] & 0xFFFF) | (old[k] & 0xFFFF'0000);
    if (op.out_part != Part::dword) {
      const unsigned part = static_cast<unsigned>(op.out_part);
      const bool is_byte = op.out_part <= Part::byte3;
      const unsigned shift =
          is_byte ? 8 * (part - 1) : 16 * (part - static_cast<unsigned>(Part::word0));
      const u32 mask = (is_byte ? 0xFFu : 0xFFFFu) << shift;
      const u32 keep = op.unused == 2 ? ~mask : 0;
      for (unsigned k = 0; k < lanes; ++k) bits[k] = (bits[k] << shift & mask) | (old[k] & keep);
      if (op.unused == 1) extend_part(bits, lanes, is_byte ? 24 - shift : 16 - shift);
    }
    put_words(wave, to.index, bits, written);
    mark(wave, to.index, written, defined);
  }
}

/// The lanes in which a source is defined.
template <class T>
u64 defined_in(const Wave& wave, const Operand& from, const LanePermutation* permutation) {
  if constexpr (std::is_same_v<T, bool>) return defined_bits(wave, from);
  u64 lanes = defined_lanes(wave, from);
  if (permutation == nullptr) return lanes;
  u64 moved = 0;
  for (unsigned k = 0; k < wave.lanes; ++k)
    if (permutation->from[k] == 0xFF || (lanes >> permutation->from[k] & 1) != 0)
      moved |= u64{1} << k;
  return moved;
}

/// The parameter and result types of a function.
template <class F>
struct FunctionType;
template <class F, class R, class... A>
struct FunctionType<R (F::*)(A...) const> {
  using Result = R;
  using Sources = std::tuple<A...>;
  static constexpr std::size_t count = sizeof...(A);
};
template <auto F>
using TypeOfFunction = FunctionType<decltype(&decltype(F)::operator())>;

/// The instruction that applies F in every lane.
template <auto F, class R, class... A, std::size_t... I>
void apply(Wave& wave, const Operation& op, std::index_sequence<I...>) {
  const LanePermutation* const moved = op.permutation.get();
  const auto of_source = [&](std::size_t k) { return k == 0 ? moved : nullptr; };
  const u64 defined = (~0ull & ... & defined_in<A>(wave, op.in[I], of_source(I)));
  std::tuple<Room<A>...> rooms;
  const std::tuple<const Bits<A>*...> sources{
      fetch<A>(wave, op.in[I], std::get<I>(rooms), of_source(I))...};
  const unsigned lanes = lanes_of(wave);
  const u64 written = written_lanes(wave, op);
  if constexpr (std::is_same_v<R, bool>) {
    Room<bool> result;
    for (unsigned k = 0; k < lanes; ++k)
      result.value[k] = F(from_bits<A>(std::get<I>(sources)[k])...) ? 1 : 0;
    put_scalar(wave, op.out[0], gather_bits(result.value, lanes) & written, defined | ~written);
  } else if constexpr (std::is_same_v<R, Carry>) {
    Room<u32> result;
    Room<bool> carry;
    for (unsigned k = 0; k < lanes; ++k) {
      const Carry sum = F(from_bits<A>(std::get<I>(sources)[k])...);
      result.value[k] = sum.sum;
      carry.value[k] = sum.carry ? 1 : 0;
    }
    put<u32>(wave, op, op.out[0], result.value, written, defined);
    put_scalar(wave, op.out[1], gather_bits(carry.value, lanes) & written, defined | ~written);
  } else if constexpr (std::is_same_v<R, Flagged<float>> || std::is_same_v<R, Flagged<double>> ||
                       std::is_same_v<R, Flagged<u64>>) {
    using T = decltype(R::value);
    Room<T> result;
    Room<bool> flag;
    for (unsigned k = 0; k < lanes; ++k) {
      const R both = F(from_bits<A>(std::get<I>(sources)[k])...);
      result.value[k] = to_bits<T>(both.value);
      flag.value[k] = both.flag ? 1 : 0;
    }
    put<T>(wave, op, op.out[0], result.value, written, defined);
    put_scalar(wave, op.out[1], gather_bits(flag.value, lanes) & written, defined | ~written);
  } else {
    Room<R> result;
    for (unsigned k = 0; k < lanes; ++k)
      result.value[k] = to_bits<R>(F(from_bits<A>(std::get<I>(sources)[k])...));
    modify_result<R>(wave, op, result.value);
    put<R>(wave, op, op.out[0], result.value, written, defined);
  }
}

template <auto F, class R, class... A>
void run_lanes(Wave& wave, const Operation& op) {
  apply<F, R, A...>(wave, op, std::index_sequence_for<A...>());
}

/// The lanes in which an integer's lower word is defined.
inline u64 defined_low(const Wave& wave, Operand from) {
  if (from.words > 1) from.words = 1;
  return defined_lanes(wave, from);
}

/// A 64-bit instruction in which the lower word depends only on the sources' lower words, such as
/// sums and products. Compilers leave an unused upper word undefined.
template <auto F, class R, class... A>
void run_upward(Wave& wave, const Operation& op) {
  u64 defined = ~0ull;
  for (std::size_t k = 0; k < sizeof...(A); ++k) defined &= defined_low(wave, op.in[k]);
  run_lanes<F, R, A...>(wave, op);
  mark(wave, op.out[0].index, written_lanes(wave, op), defined);
}

template <auto F, class R, class... A>
constexpr Semantics lanes_entry(std::string_view mnemonic, std::tuple<A...>*) {
  Semantics entry{mnemonic, &run_lanes<F, R, A...>, {}, {}};
  if constexpr (std::is_same_v<R, Carry>)
    entry.results = {Type::b32, Type::mask};
  else if constexpr (std::is_same_v<R, Flagged<float>>)
    entry.results = {Type::f32, Type::mask};
  else if constexpr (std::is_same_v<R, Flagged<double>>)
    entry.results = {Type::f64, Type::mask};
  else if constexpr (std::is_same_v<R, Flagged<u64>>)
    entry.results = {Type::b64, Type::mask};
  else
    entry.results = {TypeOf<R>::type, Type::none};
  const Type sources[]{TypeOf<A>::type...};
  for (std::size_t k = 0; k < sizeof...(A); ++k) entry.sources[k] = sources[k];
  return entry;
}

/// The instruction with the result F of its sources.
template <auto F>
constexpr Semantics lanes(std::string_view mnemonic) {
  return lanes_entry<F, typename TypeOfFunction<F>::Result>(
      mnemonic, static_cast<typename TypeOfFunction<F>::Sources*>(nullptr));
}
template <auto F, class R, class... A>
constexpr Semantics upward_entry(std::string_view mnemonic, std::tuple<A...>*) {
  Semantics entry = lanes<F>(mnemonic);
  entry.run = &run_upward<F, R, A...>;
  return entry;
}
/// The same; with the modifier clamp it is G.
template <auto F, auto G>
constexpr Semantics clampable(std::string_view mnemonic) {
  Semantics entry = lanes<F>(mnemonic);
  entry.clamped = lanes<G>(mnemonic).run;
  return entry;
}
/// An instruction that run_upward() executes.
template <auto F>
constexpr Semantics upward(std::string_view mnemonic) {
  return upward_entry<F, typename TypeOfFunction<F>::Result>(
      mnemonic, static_cast<typename TypeOfFunction<F>::Sources*>(nullptr));
}
/// An instruction with its result's old value as the last source.
template <auto F>
constexpr Semantics accumulating(std::string_view mnemonic) {
  Semantics entry = lanes<F>(mnemonic);
  entry.accumulates = true;
  return entry;
}

}  // namespace
}  // namespace gputest::isa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

// Arithmetic instructions, for all 64 lanes at once. Each is its function of il_semantics.h in a
// loop that the compiler vectorises. Inactive lanes are computed too, but not written.
#include "il_reference/interpreter/machine.hpp"
#include "il_reference/language/usage.hpp"
#include "il_reference/semantics/il_semantics.h"

namespace gputest::il {
namespace {

// A result may use the same column as a source: each lane reads before it writes.
template <typename F>
inline void each_lane(F f) {
#pragma omp simd
  for (unsigned lane = 0; lane < lanes; ++lane) f(lane);
}

/// The destination of slot `slot` of the result: its register or a scratch column.
Word* result(Wave& wave, const Op& op, unsigned slot) {
  return op.direct && wave.full ? wave.column(op.destination[slot])
                                : wave.memory.data() + wave.machine.results + slot * lanes;
}

void spread(Wave& wave, const Op& op, const Word* value) {
  for (unsigned slot = 0; slot < 4; ++slot) {
    if ((op.written >> slot & 1u) == 0) continue;
    Word* const out = result(wave, op, slot);
    if (out != value) each_lane([=](unsigned lane) { out[lane] = value[lane]; });
  }
}

template <std::size_t Count, bool Zero, typename F>
void compute(Wave& wave, const Op& op, unsigned slot, Word* out) {
  const Word* const a = wave.column(op.sources[0][slot]);
  [[maybe_unused]] const Word* const b = Count > 1 ? wave.column(op.sources[1][slot]) : a;
  [[maybe_unused]] const Word* const c = Count > 2 ? wave.column(op.sources[2][slot]) : a;
  [[maybe_unused]] const Word* const d = Count > 3 ? wave.column(op.sources[3][slot]) : a;
  [[maybe_unused]] const int zero = op.zero_op;
  const F f{};
  each_lane([=](unsigned lane) {
    if constexpr (Zero && Count == 1) {
      out[lane] = f(a[lane], zero);
    } else if constexpr (Zero) {
      out[lane] = f(a[lane], b[lane], zero);
    } else if constexpr (Count == 1) {
      out[lane] = f(a[lane]);
    } else if constexpr (Count == 2) {
      out[lane] = f(a[lane], b[lane]);
    } else if constexpr (Count == 3) {
      out[lane] = f(a[lane], b[lane], c[lane]);
    } else {
      out[lane] = f(a[lane], b[lane], c[lane], d[lane]);
    }
  });
}

template <std::size_t Count, bool Zero, typename F>
void slots_handler(Wave& wave, const Op& op) {
  for (unsigned slot = 0; slot < 4; ++slot) {
    if ((op.written >> slot & 1u) != 0) {
      compute<Count, Zero, F>(wave, op, slot, result(wave, op, slot));
    }
  }
}

template <std::size_t Count, bool Zero, typename F>
void scalar_handler(Wave& wave, const Op& op) {
  Word* const value = wave.memory.data() + wave.machine.results;
  compute<Count, Zero, F>(wave, op, 0, value);
  spread(wave, op, value);
}

constexpr unsigned terms(Opcode opcode) {
  return opcode == Opcode::dp2 ? 2 : opcode == Opcode::dp3 ? 3 : 4;
}

template <unsigned Terms, bool Ieee>
void dot_handler(Wave& wave, const Op& op) {
  Word* const sum = wave.memory.data() + wave.machine.results;
  const Word* a[4];
  const Word* b[4];
  for (unsigned slot = 0; slot < 4; ++slot) {
    a[slot] = wave.column(op.sources[0][slot < Terms ? slot : 0]);
    b[slot] = wave.column(op.sources[1][slot < Terms ? slot : 0]);
  }
  const Word *const ax = a[0], *const ay = a[1], *const az = a[2], *const aw = a[3];
  const Word *const bx = b[0], *const by = b[1], *const bz = b[2], *const bw = b[3];
  each_lane([=](unsigned i) {
    if constexpr (Terms == 2) {
      sum[i] = Ieee ? il_dp2_ieee(ax[i], bx[i], ay[i], by[i]) : il_dp2(ax[i], bx[i], ay[i], by[i]);
    } else if constexpr (Terms == 3) {
      sum[i] = Ieee ? il_dp3_ieee(ax[i], bx[i], ay[i], by[i], az[i], bz[i])
                    : il_dp3(ax[i], bx[i], ay[i], by[i], az[i], bz[i]);
    } else {
      sum[i] = Ieee ? il_dp4_ieee(ax[i], bx[i], ay[i], by[i], az[i], bz[i], aw[i], bw[i])
                    : il_dp4(ax[i], bx[i], ay[i], by[i], az[i], bz[i], aw[i], bw[i]);
    }
  });
  spread(wave, op, sum);
}

/// A double in two columns.
struct Pair {
  const Word* low;
  const Word* high;
  il_u64 operator[](unsigned lane) const { return il_pair(low[lane], high[lane]); }
};

Pair pair(Wave& wave, const Op& op, std::size_t source, unsigned slot) {
  return {wave.column(op.sources[source][slot]), wave.column(op.sources[source][slot + 1])};
}

/// Calls il_<name> with its sources: pairs, or the integer of dldexp and of shifts.
template <std::size_t Count, bool Zero, bool Exponent, typename F>
il_u64 apply_double(const F& f, const Pair& a, const Pair& b, const Pair& c, unsigned lane,
                    int zero) {
  if constexpr (Exponent) {
    return f(a[lane], b.low[lane]);
  } else if constexpr (Zero && Count == 1) {
    return f(a[lane], zero);
  } else if constexpr (Zero) {
    return f(a[lane], b[lane], zero);
  } else if constexpr (Count == 1) {
    return f(a[lane]);
  } else if constexpr (Count == 2) {
    return f(a[lane], b[lane]);
  } else {
    return f(a[lane], b[lane], c[lane]);
  }
}

template <std::size_t Count, bool Zero, bool Exponent, typename F>
void pairs_handler(Wave& wave, const Op& op) {
  for (unsigned slot = 0; slot < 4; slot += 2) {
    if ((op.written >> slot & 3u) == 0) continue;
    const Pair a = pair(wave, op, 0, slot);
    const Pair b = Count > 1 ? pair(wave, op, 1, slot) : a;
    const Pair c = Count > 2 ? pair(wave, op, 2, slot) : a;
    Word* const low = wave.memory.data() + wave.machine.results + slot * lanes;
    Word* const high = low + lanes;
    const F f{};
    const int zero = op.zero_op;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const il_u64 value = apply_double<Count, Zero, Exponent>(f, a, b, c, lane, zero);
      low[lane] = il_low(value);
      high[lane] = il_high(value);
    }
  }
}

template <std::size_t Count, typename F>
void first_pair_handler(Wave& wave, const Op& op) {
  Word* const value = wave.memory.data() + wave.machine.results;
  const Pair a = pair(wave, op, 0, 0);
  const Pair b = Count > 1 ? pair(wave, op, 1, 0) : a;
  const F f{};
  for (unsigned lane = 0; lane < lanes; ++lane) {
    if constexpr (Count == 1) {
      value[lane] = f(a[lane]);
    } else {
      value[lane] = f(a[lane], b[lane]);
    }
  }
  spread(wave, op, value);
}

template <typename F>
void widen_handler(Wave& wave, const Op& op) {
  const Word* const a = wave.column(op.sources[0][0]);
  Word* const results = wave.memory.data() + wave.machine.results;
  const F f{};
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const il_u64 value = f(a[lane]);
    results[lane] = results[2 * lanes + lane] = il_low(value);
    results[lanes + lane] = results[3 * lanes + lane] = il_high(value);
  }
}

void sad4_handler(Wave& wave, const Op& op) {
  Word* const value = wave.memory.data() + wave.machine.results;
  const Word* a[4];
  const Word* b[4];
  for (unsigned slot = 0; slot < 4; ++slot) {
    a[slot] = wave.column(op.sources[0][slot]);
    b[slot] = wave.column(op.sources[1][slot]);
  }
  const Word* const c = wave.column(op.sources[2][0]);
  for (unsigned i = 0; i < lanes; ++i) {
    value[i] =
        il_sad4(a[0][i], b[0][i], a[1][i], b[1][i], a[2][i], b[2][i], a[3][i], b[3][i], c[i]);
  }
  spread(wave, op, value);
}

void f_2_u4_handler(Wave& wave, const Op& op) {
  Word* const value = wave.memory.data() + wave.machine.results;
  const Word* a[4];
  for (unsigned slot = 0; slot < 4; ++slot) a[slot] = wave.column(op.sources[0][slot]);
  for (unsigned i = 0; i < lanes; ++i) {
    value[i] = il_f_2_u4(a[0][i], a[1][i], a[2][i], a[3][i]);
  }
  spread(wave, op, value);
}

void dfrexp_handler(Wave& wave, const Op& op) {
  const Pair a = pair(wave, op, 0, 0);
  Word* const results = wave.memory.data() + wave.machine.results;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const il_u64 fraction = il_dfrexp_fraction(a[lane]);
    results[lane] = 0;
    results[lanes + lane] = il_dfrexp_exponent(a[lane]);
    results[2 * lanes + lane] = il_low(fraction);
    results[3 * lanes + lane] = il_high(fraction);
  }
}

/// _neg of 64-bit integers: two's complement over both slots of a pair.
void negate_pairs(const Source& source, const Fetch& fetched, Word* const (&to)[4]) {
  for (unsigned low = 0; low < 4; low += 2) {
    if ((fetched.slots >> low & 1u) == 0) continue;
    if (!source.negate[low] && !source.negate[low + 1]) continue;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const il_u64 value = il_i64negate(il_pair(to[low][lane], to[low + 1][lane]));
      to[low][lane] = il_low(value);
      to[low + 1][lane] = il_high(value);
    }
  }
}

// One modifier after the other, in the order of program.hpp.
void modify(Wave& wave, const Source& source, const Fetch& fetched) {
  Word* to[4];
  for (unsigned slot = 0; slot < 4; ++slot) to[slot] = wave.column(fetched.to[slot]);
  const auto each = [&](auto f) {
    for (unsigned slot = 0; slot < 4; ++slot) {
      if ((fetched.slots >> slot & 1u) == 0) continue;
      Word* const v = to[slot];
      each_lane([=](unsigned lane) { v[lane] = f(v[lane]); });
    }
  };
  if (source.invert) each([](Word v) { return il_invert(v); });
  if (source.bias) each([](Word v) { return il_bias(v); });
  if (source.x2) each([](Word v) { return il_x2(v); });
  if (source.sign) each([](Word v) { return il_sgn(v); });
  if (source.divide != DivComp::none && source.divide != DivComp::unknown) {
    const unsigned divisor = static_cast<unsigned>(source.divide);
    const Word* const by = to[divisor];
    for (unsigned slot = 0; slot < divisor; ++slot) {
      if ((fetched.slots >> slot & 1u) == 0) continue;
      Word* const v = to[slot];
      each_lane([=](unsigned lane) { v[lane] = il_divide(v[lane], by[lane]); });
    }
  }
  if (fetched.kind == 'q') return negate_pairs(source, fetched, to);
  const bool is_double = fetched.kind == 'd';
  for (unsigned slot = 0; slot < 4; ++slot) {
    if ((fetched.slots >> slot & 1u) == 0) continue;
    Word* const v = to[slot];
    // A double's sign is in its second slot; either slot's letter selects it.
    const bool signs = !is_double || slot % 2 == 1;
    if (source.absolute && signs) each_lane([=](unsigned lane) { v[lane] = il_abs(v[lane]); });
    const bool negated =
        is_double ? signs && (source.negate[slot] || source.negate[slot - 1]) : source.negate[slot];
    if (!negated) continue;
    if (fetched.kind == 'i' || fetched.kind == 'u') {
      each_lane([=](unsigned lane) { v[lane] = il_inegate(v[lane]); });
    } else {
      each_lane([=](unsigned lane) { v[lane] = il_neg(v[lane]); });
    }
  }
}

void modify_result(Wave& wave, const Op& op) {
  for (unsigned slot = 0; slot < 4; ++slot) {
    if ((op.written >> slot & 1u) == 0) continue;
    Word* const v = result(wave, op, slot);
    const float factor = op.scale;
    if (factor != 1.0f) each_lane([=](unsigned lane) { v[lane] = il_scale(v[lane], factor); });
    if (op.text->suffixes.saturate) {
      each_lane([=](unsigned lane) { v[lane] = il_saturate(v[lane]); });
    }
  }
}

}  // namespace

namespace {

template <std::size_t Count, bool Zero, bool TakesIeee, typename F, typename Ieee>
Handler choose_slots(bool ieee) {
  if constexpr (TakesIeee) {
    return ieee ? slots_handler<Count, Zero, Ieee> : slots_handler<Count, Zero, F>;
  } else {
    return slots_handler<Count, Zero, F>;
  }
}

}  // namespace

// The functions have the rows' names, so a row without a function does not compile. The _ieee
// function is needed only for rows that take the suffix.
#define IL_CALL(name) decltype([](auto... a) { return name(a...); })
#define IL_COUNT(kinds) (sizeof(kinds) - 1)
#define IL_TAKES(accepted, wanted) (((accepted) & (wanted)) != 0)
#define IL_HANDLER_slots(id, kinds, accepted)                        \
  choose_slots<IL_COUNT(kinds), IL_TAKES(accepted, suffix::zero_op), \
               IL_TAKES(accepted, suffix::ieee), IL_CALL(il_##id), IL_CALL(il_##id##_ieee)>(ieee)
#define IL_HANDLER_scalar(id, kinds, accepted) \
  scalar_handler<IL_COUNT(kinds), IL_TAKES(accepted, suffix::zero_op), IL_CALL(il_##id)>
#define IL_HANDLER_pairs(id, kinds, accepted)                         \
  pairs_handler<IL_COUNT(kinds), IL_TAKES(accepted, suffix::zero_op), \
                !in_pairs(kinds[IL_COUNT(kinds) - 1]), IL_CALL(il_##id)>
#define IL_HANDLER_first_pair(id, kinds, accepted) \
  first_pair_handler<IL_COUNT(kinds), IL_CALL(il_##id)>
#define IL_HANDLER_widen(id, kinds, accepted) widen_handler<IL_CALL(il_##id)>
#define IL_HANDLER_whole(id, kinds, accepted) id##_handler
#define IL_HANDLER_dot(id, kinds, accepted) \
  (ieee ? dot_handler<terms(Opcode::id), true> : dot_handler<terms(Opcode::id), false>)
#define IL_HANDLER_texture(id, kinds, accepted) access_memory
#define IL_HANDLER_lds(id, kinds, accepted) access_memory
#define IL_HANDLER_uav(id, kinds, accepted) access_memory
#define IL_HANDLER_fence(id, kinds, accepted) nullptr
#define IL_HANDLER_flow(id, kinds, accepted) nullptr

Handler handler_of(const Instruction& instruction) {
  const bool ieee = instruction.suffixes.ieee;
  switch (instruction.opcode) {
#define IL_INSTRUCTION(id, mnemonic, shape, outcome, kinds, accepted, semantics) \
  case Opcode::id:                                                               \
    return IL_HANDLER_##shape(id, kinds, accepted);
#include "il_reference/language/instructions.def"
#undef IL_INSTRUCTION
  }
  return nullptr;
}

void fetch(Wave& wave, const Op& op) {
  for (std::size_t s = 0; s < op.text->source_count; ++s) {
    const Fetch& fetched = op.fetches[s];
    if (!fetched.needed) continue;
    const Source& source = op.text->sources[s];
    if (is_indexed(source.file) && (source.index.relative || source.file == File::global)) {
      gather(wave, op, s);
    } else {
      for (unsigned slot = 0; slot < 4; ++slot) {
        if ((fetched.slots >> slot & 1u) == 0) continue;
        const Word* const from = wave.column(fetched.from[slot]);
        Word* const to = wave.column(fetched.to[slot]);
        each_lane([=](unsigned lane) { to[lane] = from[lane]; });
      }
    }
    if (!source.plain()) modify(wave, source, fetched);
  }
}

void commit(Wave& wave, const Op& op) {
  if (op.modified) modify_result(wave, op);
  if (!op.columns) {
    scatter(wave, op);
    return;
  }
  const Word* const mask = wave.lane_mask.data();
  const bool placed = op.direct && wave.full;
  for (unsigned slot = 0; slot < 4; ++slot) {
    const Write write = op.text->destination.mask[slot];
    Word* const out = wave.column(op.destination[slot]);
    if (write == Write::result) {
      if (placed) continue;
      const Word* const value = wave.memory.data() + wave.machine.results + slot * lanes;
      if (wave.full) {
        each_lane([=](unsigned lane) { out[lane] = value[lane]; });
      } else {
        each_lane([=](unsigned lane) {
          out[lane] = (value[lane] & mask[lane]) | (out[lane] & ~mask[lane]);
        });
      }
    } else if (write != Write::keep) {
      const Word value = write == Write::one ? IL_ONE : 0u;
      each_lane(
          [=](unsigned lane) { out[lane] = (value & mask[lane]) | (out[lane] & ~mask[lane]); });
    }
  }
}

}  // namespace gputest::il

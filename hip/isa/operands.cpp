// Binds operands and modifiers of the text to registers and constants.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <optional>

#include "hip/isa/half.hpp"
#include "hip/isa/semantics.hpp"
#include "hip/isa/wave.hpp"

namespace gputest::isa {
namespace {

[[noreturn]] void not_implemented(std::string_view what) {
  throw Fault(fmt::format("{} is not implemented", what));
}

std::optional<std::int64_t> integer(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const bool hexadecimal = text.starts_with("0x");
  if (hexadecimal) text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, code] =
      std::from_chars(text.data(), text.data() + text.size(), value, hexadecimal ? 16 : 10);
  if (code != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return negative ? -static_cast<std::int64_t>(value) : static_cast<std::int64_t>(value);
}

/// The bits of an inline floating-point constant.
std::uint64_t float_bits(std::string_view text, Type type) {
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || end != text.data() + text.size())
    throw Fault(fmt::format("this is not an operand: {}", text));
  constexpr double kInverseTwoPi = 0.15915494309189532;
  if (value > 0.159 && value < 0.16) value = kInverseTwoPi;
  switch (type) {
    case Type::f64:
    case Type::b64:
      return std::bit_cast<std::uint64_t>(value);
    case Type::f32:
    case Type::b32:
    case Type::pair:
      return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    case Type::f16:
    case Type::b16:
    case Type::halves:
      return narrow(value);
    default:
      throw Fault(fmt::format("this is not an operand: {}", text));
  }
}

Operand constant(std::string_view text, Type type) {
  Operand operand;
  operand.place = Place::constant;
  operand.words = 0;
  const auto number = integer(text);
  if (!number) {
    operand.value = float_bits(text, type);
    return operand;
  }
  const bool is_literal = text.find("0x") != text.npos;
  const bool is_wide = type == Type::b64 || type == Type::f64 || type == Type::mask;
  auto bits = static_cast<std::uint64_t>(*number);
  if (is_wide && is_literal) {
    if (type == Type::f64) bits <<= 32;  // the upper half of the number
  }
  operand.value = is_wide ? bits : bits & 0xFFFF'FFFF;
  return operand;
}

struct Named {
  std::string_view name;
  std::uint16_t index;
  std::uint8_t words;
};
constexpr Named kNamed[]{
    {"vcc", scalar::kVcc, 2},    {"vcc_lo", scalar::kVcc, 1},   {"vcc_hi", scalar::kVcc + 1, 1},
    {"exec", scalar::kExec, 2},  {"exec_lo", scalar::kExec, 1}, {"exec_hi", scalar::kExec + 1, 1},
    {"m0", scalar::kM0, 1},      {"null", scalar::kNull, 1},    {"flat_scratch", 102, 2},
    {"flat_scratch_lo", 102, 1}, {"flat_scratch_hi", 103, 1},   {"xnack_mask", 104, 2},
    {"xnack_mask_lo", 104, 1},   {"xnack_mask_hi", 105, 1},
};

/// "v7", "s[0:1]", "a3"; nothing if the text is not a register.
std::optional<Operand> numbered_register(std::string_view text, const Surroundings& in) {
  const char kind = text.empty() ? '\0' : text[0];
  if (kind != 'v' && kind != 's' && kind != 'a') return std::nullopt;
  std::string_view rest = text.substr(1);
  std::int64_t first = 0, last = 0;
  if (rest.starts_with('[') && rest.ends_with(']')) {
    rest = rest.substr(1, rest.size() - 2);
    const auto colon = rest.find(':');
    const auto begin = integer(rest.substr(0, colon));
    const auto end = colon == rest.npos ? begin : integer(rest.substr(colon + 1));
    if (!begin || !end) return std::nullopt;
    first = *begin;
    last = *end;
  } else {
    const auto number = integer(rest);
    if (!number) return std::nullopt;
    first = last = *number;
  }
  Operand operand;
  operand.place = kind == 's' ? Place::scalar : Place::vector;
  operand.index = static_cast<std::uint16_t>(first + (kind == 'a' ? in.accumulation : 0));
  operand.words = static_cast<std::uint8_t>(last - first + 1);
  return operand;
}

bool is_within(std::string_view text, std::string_view open, std::string_view close) {
  return text.size() > open.size() + close.size() && text.starts_with(open) &&
         text.ends_with(close);
}

/// Takes one modifier from around the operand; returns whether there was one.
bool take_modifier(std::string_view& text, Operand& modifiers) {
  const auto inner = [&](std::size_t front, std::size_t back) {
    text = text.substr(front, text.size() - front - back);
    return true;
  };
  if (is_within(text, "|", "|")) {
    modifiers.absolute = true;
    return inner(1, 1);
  }
  if (is_within(text, "abs(", ")")) {
    modifiers.absolute = true;
    return inner(4, 1);
  }
  if (is_within(text, "sext(", ")")) {
    modifiers.sign_extend = true;
    return inner(5, 1);
  }
  if (is_within(text, "neg(", ")")) {
    modifiers.negate = true;
    return inner(4, 1);
  }
  const bool is_number = text.size() > 1 && text[1] >= '0' && text[1] <= '9';
  if (text.starts_with('-') && !is_number) {
    modifiers.negate = true;
    return inner(1, 0);
  }
  return false;
}

bool is_float(Type type) {
  return type == Type::f16 || type == Type::f32 || type == Type::f64 || type == Type::pair ||
         type == Type::halves;
}
/// Whether signs are written at the operand; packed numbers use neg_lo and neg_hi.
bool has_signs(Type type) { return is_float(type) && type != Type::pair && type != Type::halves; }

void check_words(const Operand& operand, Type type, const Surroundings& in, std::string_view text) {
  if (operand.place != Place::vector && operand.place != Place::scalar) return;
  if (operand.place == Place::scalar && operand.index == scalar::kNull) return;
  unsigned words = 1;
  if (type == Type::b64 || type == Type::f64 || type == Type::pair) words = 2;
  if (type == Type::mask) words = in.wavefront / 32;
  if (operand.words != words)
    throw Fault(fmt::format("the operand {} has {} registers, not {}", text, operand.words, words));
}

Part part_of(const std::string& name) {
  constexpr std::string_view kNames[]{"DWORD",  "BYTE_0", "BYTE_1", "BYTE_2",
                                      "BYTE_3", "WORD_0", "WORD_1"};
  for (std::size_t k = 0; k < std::size(kNames); ++k)
    if (name == kNames[k]) return static_cast<Part>(k);
  not_implemented("SDWA's " + name);
}

/// "[0,1,1]": a bit for each.
std::uint8_t bits_of_list(const std::string& list) {
  std::uint8_t bits = 0;
  unsigned k = 0;
  for (const char c : list) {
    if (c == '1') bits = static_cast<std::uint8_t>(bits | 1u << k);
    if (c == '0' || c == '1') ++k;
  }
  return bits;
}

constexpr std::uint8_t kNoLane = 0xFF;

/// Sets the source lanes; returns whether the modifier is a permutation.
bool permutes(const Modifier& modifier, LanePermutation& permutation) {
  const std::string& name = modifier.name;
  const auto each = [&](auto&& from) {
    for (int lane = 0; lane < 64; ++lane) {
      const int source = from(lane);
      permutation.from[static_cast<std::size_t>(lane)] =
          source < 0 || source > 63 ? kNoLane : static_cast<std::uint8_t>(source);
    }
    return true;
  };
  if (name == "quad_perm") {
    int order[4] = {};
    unsigned k = 0;
    for (const char c : modifier.value)
      if (c >= '0' && c <= '3' && k < 4) order[k++] = c - '0';
    return each([&](int lane) { return (lane & ~3) + order[lane & 3]; });
  }
  if (name == "row_mirror") return each([](int lane) { return lane ^ 15; });
  if (name == "row_half_mirror") return each([](int lane) { return lane ^ 7; });
  const auto is_one_of = [&](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (!is_one_of({"row_shl", "row_shr", "row_ror", "row_bcast", "wave_shl", "wave_shr", "wave_rol",
                  "wave_ror", "row_share", "row_xmask", "row_newbcast"}))
    return false;
  const int by = static_cast<int>(number_of(modifier));
  if (name == "row_shl")
    return each([=](int lane) { return (lane & 15) + by > 15 ? -1 : lane + by; });
  if (name == "row_shr") return each([=](int lane) { return (lane & 15) < by ? -1 : lane - by; });
  if (name == "row_ror") return each([=](int lane) { return (lane & ~15) + ((lane - by) & 15); });
  if (name == "wave_shl") return each([](int lane) { return lane == 63 ? -1 : lane + 1; });
  if (name == "wave_shr") return each([](int lane) { return lane - 1; });
  if (name == "wave_rol") return each([](int lane) { return (lane + 1) & 63; });
  if (name == "wave_ror") return each([](int lane) { return (lane - 1) & 63; });
  if (name == "row_share" || name == "row_newbcast")
    return each([=](int lane) { return (lane & ~15) + by; });
  if (name == "row_xmask") return each([=](int lane) { return lane ^ by; });
  // row_bcast:15 and row_bcast:31 copy the last lane of a row, or of two, to the following lanes.
  if (by == 15) return each([](int lane) { return (lane & ~15) - 1; });
  return each([](int lane) { return lane < 32 ? -1 : 31; });
}

std::uint64_t lanes_of_masks(std::int64_t rows, std::int64_t banks) {
  std::uint64_t lanes = 0;
  for (unsigned lane = 0; lane < 64; ++lane)
    if ((rows >> (lane / 16) & 1) != 0 && (banks >> (lane % 16 / 4) & 1) != 0)
      lanes |= std::uint64_t{1} << lane;
  return lanes;
}

/// Modifiers of the vector ALU.
class AluModifiers {
 public:
  AluModifiers(const Semantics& semantics, Operation& op) : semantics_(semantics), op_(op) {}

  void add(const Modifier& modifier) {
    const std::string& name = modifier.name;
    const bool is_packed = semantics_.results[0] == Type::pair ||
                           semantics_.results[0] == Type::halves || semantics_.is_mixed;
    if (permutes(modifier, permutation_))
      is_permuted_ = true;
    else if (name == "row_mask")
      rows_ = number_of(modifier);
    else if (name == "bank_mask")
      banks_ = number_of(modifier);
    else if (name == "bound_ctrl")
      permutation_.zero_if_invalid = true;
    else if (name == "fi")
      permutation_.fetch_inactive = number_of(modifier) != 0;
    else if (name == "clamp" && is_float(semantics_.results[0]))
      op_.clamp = true;
    else if (name == "clamp" && semantics_.clamped != nullptr)
      op_.run = semantics_.clamped;
    else if (name == "mul" && is_float(semantics_.results[0]))
      op_.multiplier = number_of(modifier) == 2 ? 1 : 2;
    else if (name == "div" && is_float(semantics_.results[0]))
      op_.multiplier = 3;
    else if (name == "dst_sel")
      op_.out_part = part_of(modifier.value);
    else if (name == "dst_unused")
      op_.unused = modifier.value == "UNUSED_PAD" ? 0 : modifier.value == "UNUSED_SEXT" ? 1 : 2;
    else if (name == "src0_sel")
      op_.in[0].part = part_of(modifier.value);
    else if (name == "src1_sel")
      op_.in[1].part = part_of(modifier.value);
    else if (name == "op_sel" && !is_packed && is_half(semantics_.sources[0]))
      select_halves(bits_of_list(modifier.value));
    else if (name == "op_sel" && is_packed)
      op_.select = bits_of_list(modifier.value);
    else if (name == "op_sel_hi" && is_packed)
      op_.select_high = bits_of_list(modifier.value);
    else if (name == "neg_lo" && is_packed)
      op_.negate_low = bits_of_list(modifier.value);
    else if (name == "neg_hi" && is_packed)
      op_.negate_high = bits_of_list(modifier.value);
    else
      not_implemented("the modifier " + name + " of " + std::string(semantics_.mnemonic));
  }

  void finish() {
    if (!is_permuted_) return;
    permutation_.enabled = lanes_of_masks(rows_, banks_);
    op_.permutation = std::make_shared<const LanePermutation>(permutation_);
  }

 private:
  static bool is_half(Type type) { return type == Type::f16 || type == Type::b16; }
  /// op_sel of 16-bit numbers: a bit for each source, and one for the result; the other half of the
  /// result is kept.
  void select_halves(std::uint8_t upper) {
    unsigned k = 0;
    for (; k < op_.in.size() && semantics_.sources[k] != Type::none; ++k)
      if ((upper >> k & 1) != 0) op_.in[k].part = Part::word1;
    constexpr std::uint8_t kKeepsOthers = 2;
    if ((upper >> k & 1) == 0) return;
    op_.out_part = Part::word1;
    op_.unused = kKeepsOthers;
  }

  const Semantics& semantics_;
  Operation& op_;
  LanePermutation permutation_{};
  bool is_permuted_ = false;
  std::int64_t rows_ = 15, banks_ = 15;
};

/// Short immediates have 16 bits, and most are signed.
void extend_short(const Semantics& semantics, Operand& operand) {
  const std::string_view name = semantics.mnemonic;
  const bool is_short = name.starts_with("s_movk_") || name.starts_with("s_addk_") ||
                        name.starts_with("s_mulk_") || name.starts_with("s_cmpk_");
  if (!is_short || operand.place != Place::constant) return;
  if (name.ends_with("_i32"))
    operand.value = static_cast<std::uint32_t>(static_cast<std::int16_t>(operand.value));
  else
    operand.value &= 0xFFFF;
}

}  // namespace

std::int64_t number_of(const Modifier& modifier) {
  const auto number = integer(modifier.value);
  if (!number)
    throw Fault(fmt::format("the modifier {} has no number: {}", modifier.name, modifier.value));
  return *number;
}

Operand parse_operand(std::string_view text, Type type, const Surroundings& in) {
  const std::string_view whole = text;
  Operand modifiers;
  while (take_modifier(text, modifiers)) {
  }
  Operand operand;
  if (const auto numbered = numbered_register(text, in)) {
    operand = *numbered;
  } else {
    for (const Named& named : kNamed) {
      if (named.name != text) continue;
      operand.place = Place::scalar;
      operand.index = named.index;
      operand.words = named.words;
    }
    if (text == "scc" || text == "src_scc") operand.place = Place::condition;
    if (operand.place == Place::none) operand = constant(text, type);
  }
  operand.negate = modifiers.negate;
  operand.absolute = modifiers.absolute;
  operand.sign_extend = modifiers.sign_extend;
  if ((operand.negate || operand.absolute) && !has_signs(type))
    not_implemented(fmt::format("the sign of {}", whole));
  return operand;
}

void bind_alu(const Semantics& semantics, const Syntax& syntax, const Surroundings& in,
              Operation& op) {
  std::size_t next = 0;
  const auto take = [&](Type type) {
    if (next == syntax.operands.size())
      throw Fault(fmt::format("{} has {} operands", semantics.mnemonic, syntax.operands.size()));
    const std::string& text = syntax.operands[next++];
    const Operand operand = parse_operand(text, type, in);
    check_words(operand, type, in, text);
    return operand;
  };
  // On RDNA, v_cmpx writes only the mask of active lanes.
  const bool is_masking = semantics.mnemonic.starts_with("v_cmpx_") && syntax.operands.size() == 2;
  for (std::size_t k = 0; k < op.out.size() && semantics.results[k] != Type::none; ++k) {
    op.out[k] = is_masking ? parse_operand(in.wavefront == 64 ? "exec" : "exec_lo", Type::mask, in)
                           : take(semantics.results[k]);
    if (op.out[k].place == Place::constant) throw Fault("the result has no register");
  }
  std::size_t sources = 0;
  while (sources < op.in.size() && semantics.sources[sources] != Type::none) ++sources;
  for (std::size_t k = 0; k < sources; ++k) {
    const bool is_last = k + 1 == sources;
    if (is_last && semantics.accumulates)
      op.in[k] = op.out[0];
    else if (is_last && semantics.reads_vcc)
      op.in[k] = parse_operand(in.wavefront == 64 ? "vcc" : "vcc_lo", Type::mask, in);
    else
      op.in[k] = take(semantics.sources[k]);
    extend_short(semantics, op.in[k]);
    // Literals have 32 bits. Unsigned ones are extended with zeros.
    if (op.in[k].place == Place::constant && semantics.sources[k] == Type::b64 &&
        semantics.mnemonic.ends_with("_i64") && op.in[k].value >> 31 == 1)
      not_implemented("a negative literal of 64 bits");
  }
  if (next != syntax.operands.size())
    throw Fault(fmt::format("{} has {} operands", semantics.mnemonic, syntax.operands.size()));
  if (!semantics.lanes) {
    if (!syntax.modifiers.empty())
      not_implemented("a modifier of " + std::string(semantics.mnemonic));
    op.immediate = (semantics.sets_condition ? kSetsCondition : 0) |
                   (semantics.reads_condition ? kReadsCondition : 0);
    return;
  }
  op.select_high = semantics.is_mixed ? 0 : 0xFF;  // unless a modifier says otherwise
  AluModifiers modifiers(semantics, op);
  for (const Modifier& modifier : syntax.modifiers) modifiers.add(modifier);
  modifiers.finish();
}

}  // namespace gputest::isa

#include "il_reference/r600/alu_syntax.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <stdexcept>
#include <string>
#include <utility>

namespace gputest::r600 {
namespace {

[[noreturn]] void unknown(std::string_view what, std::string_view text) {
  throw std::runtime_error(fmt::format("{} \"{}\" is not known", what, text));
}

bool skip(std::string_view& text, std::string_view with) {
  if (!text.starts_with(with)) return false;
  text.remove_prefix(with.size());
  return true;
}

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

/// The fields between commas.
std::vector<std::string_view> fields_of(std::string_view text) {
  std::vector<std::string_view> fields;
  while (!text.empty()) {
    const auto end = std::min(text.find(','), text.size());
    const std::string_view one = without_blanks(text.substr(0, end));
    if (!one.empty()) fields.push_back(one);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return fields;
}

/// Reads "T3.W" or "T(2 + AR.x).W+" into number and slot; returns whether it is the second form.
/// Nothing if it is neither.
std::optional<bool> parse_register(std::string_view text, const Surroundings& in,
                                   std::uint32_t& number, std::uint8_t& slot) {
  if (!skip(text, "T")) return std::nullopt;
  const bool relative = skip(text, "(");
  number = take_number(text, 127);
  if (relative) take(text, " + AR.x)");
  take(text, ".");
  if (text.empty()) unknown("the register", text);
  slot = slot_of(text.front());
  text.remove_prefix(1);
  if (relative) take(text, "+");
  if (!text.empty()) unknown("the text after a register,", text);
  if (!relative && number >= in.registers)
    throw std::runtime_error(
        fmt::format("register T{} is beyond the kernel's {} registers", number, in.registers));
  return relative;
}

/// Operands that the hardware encodes as constants.
std::optional<std::uint32_t> inline_constant(std::string_view text) {
  for (const auto& [name, value] : {std::pair{"0.0", 0.0f}, {"0.5", 0.5f}, {"1.0", 1.0f}})
    if (text == name) return std::bit_cast<std::uint32_t>(value);
  if (text == "1") return 1;
  if (text == "-1") return 0xFFFF'FFFFu;
  return std::nullopt;
}

Source constant_of(std::string_view text, const Surroundings& in) {
  const std::string_view whole = text;
  take(text, "KC");
  const std::uint32_t which = take_number(text, 1);
  take(text, "[");
  const std::uint32_t number = take_number(text, 4095);
  take(text, "].");
  if (text.size() != 1) unknown("the constant", whole);
  const auto& window = in.windows[which];
  if (!window || number >= window->count)
    throw std::runtime_error(fmt::format("{} is not a constant that the clause has locked", whole));
  Source source;
  source.kind = Source::Kind::constant;
  source.number = (window->first + number) * 4 + slot_of(text.front());
  return source;
}

Source source_of(std::string_view text, const Surroundings& in) {
  Source source;
  if (const auto bits = inline_constant(text)) {
    source.number = *bits;
    return source;
  }
  const bool negative = skip(text, "-");
  const bool absolute = text.size() > 2 && text.front() == '|' && text.back() == '|';
  if (absolute) text = text.substr(1, text.size() - 2);
  const std::string_view whole = text;
  std::uint32_t number = 0;
  std::uint8_t slot = 0;
  if (const auto bits = inline_constant(text)) {
    source.number = *bits;
  } else if (text.starts_with("KC")) {
    source = constant_of(text, in);
  } else if (text == "PS") {
    source.kind = Source::Kind::scalar;
  } else if (text == "OQAP") {
    source.kind = Source::Kind::queue;
  } else if (skip(text, "PV.")) {
    if (text.size() != 1) unknown("the operand", whole);
    source.kind = Source::Kind::vector;
    source.slot = slot_of(text.front());
  } else if (skip(text, "literal.")) {
    if (text.size() != 1) unknown("the operand", whole);
    const std::uint8_t which = slot_of(text.front());
    if (which >= in.literals.size())
      throw std::runtime_error(fmt::format("the bundle has no {}", whole));
    source.number = in.literals[which];
  } else if (const auto relative = parse_register(text, in, number, slot)) {
    source.kind = *relative ? Source::Kind::relative : Source::Kind::general;
    source.number = number;
    source.slot = slot;
  } else {
    unknown("the operand", whole);
  }
  source.negative = negative;
  source.absolute = absolute;
  return source;
}

void parse_target(std::string_view text, const Surroundings& in, Alu& alu) {
  const std::string_view whole = text;
  for (const auto& [ending, factor] :
       {std::pair{" * 2.0", 2.0f}, {" * 4.0", 4.0f}, {" / 2.0", 0.5f}}) {
    if (!text.ends_with(ending)) continue;
    alu.factor = factor;
    text.remove_suffix(std::string_view(ending).size());
  }
  constexpr std::string_view kMasked = " (MASKED)";
  const bool masked = text.ends_with(kMasked);
  if (masked) text.remove_suffix(kMasked.size());
  if (text == "AR.x" && masked) {
    alu.target.kind = Target::Kind::address;
    return;
  }
  const auto relative = parse_register(text, in, alu.target.number, alu.target.slot);
  if (!relative) unknown("the result", whole);
  if (masked)
    alu.target.kind = Target::Kind::none;
  else
    alu.target.kind = *relative ? Target::Kind::relative : Target::Kind::general;
}

/// "ExecMask,PredicateBit (MASKED)", which the comma has split into two fields.
void parse_predicate_target(const std::vector<std::string_view>& fields, Alu& alu) {
  if (fields.size() < 2 || (fields[0] != "ExecMask" && fields[0] != "Pred") ||
      fields[1] != "PredicateBit (MASKED)")
    throw std::runtime_error("the target of the predicate is not known");
  alu.target.kind = Target::Kind::predicate;
  alu.target.ends_threads = fields[0] == "ExecMask";
}

constexpr std::array<std::pair<std::string_view, LdsKind>, 12> kLdsInstructions{{
    {"LDS_ADD", LdsKind::add},
    {"LDS_SUB", LdsKind::subtract},
    {"LDS_MIN_INT", LdsKind::minimum},
    {"LDS_MAX_INT", LdsKind::maximum},
    {"LDS_MIN_UINT", LdsKind::minimum_unsigned},
    {"LDS_MAX_UINT", LdsKind::maximum_unsigned},
    {"LDS_AND", LdsKind::conjunction},
    {"LDS_OR", LdsKind::disjunction},
    {"LDS_XOR", LdsKind::exclusive},
    {"LDS_WRXCHG", LdsKind::exchange},
    {"LDS_CMPST", LdsKind::compare_exchange},
    {"LDS_WRITE", LdsKind::write},
}};

/// LDS_WRITE, LDS_READ_RET, and atomics with and without _RET.
LdsKind lds_kind(std::string_view mnemonic, bool& returns) {
  if (mnemonic == "LDS_READ_RET") {
    returns = true;
    return LdsKind::read;
  }
  returns = mnemonic.ends_with("_RET");
  if (returns) mnemonic.remove_suffix(4);
  for (const auto& [name, kind] : kLdsInstructions)
    if (mnemonic == name && (kind != LdsKind::write || !returns)) return kind;
  return LdsKind::none;
}

/// Removes "Pred_sel_zero" and "BS:VEC_021". The second only schedules the ports of the register
/// file.
Condition take_suffixes(std::string_view& text) {
  text = text.substr(0, text.find("BS:"));
  const auto at = text.find("Pred_sel_");
  if (at == text.npos) return Condition::always;
  const std::string_view which = without_blanks(text.substr(at));
  text = text.substr(0, at);
  if (which == "Pred_sel_zero") return Condition::if_zero;
  if (which == "Pred_sel_one") return Condition::if_one;
  unknown("the predicate", which);
}

void require_no_number_modifiers(const Alu& alu) {
  const bool on_sources = alu.instruction->kind != Kind::word;
  for (unsigned k = 0; k < alu.source_count; ++k)
    if ((alu.sources[k].negative || alu.sources[k].absolute) && !on_sources)
      throw std::runtime_error("a sign modifier needs a float");
  if ((alu.clamped || alu.factor != 1) && alu.instruction->kind != Kind::number)
    throw std::runtime_error("only a float result can be clamped or scaled");
}

}  // namespace

std::uint32_t take_number(std::string_view& text, std::uint32_t most) {
  std::uint64_t number = 0;
  std::size_t digits = 0;
  for (; digits < text.size() && text[digits] >= '0' && text[digits] <= '9'; ++digits) {
    number = number * 10 + static_cast<std::uint64_t>(text[digits] - '0');
    if (number > most)
      throw std::runtime_error(fmt::format("the number in \"{}\" is above {}", text, most));
  }
  if (digits == 0) throw std::runtime_error(fmt::format("\"{}\" is not a number", text));
  text.remove_prefix(digits);
  return static_cast<std::uint32_t>(number);
}

std::uint8_t slot_of(char letter) {
  constexpr std::string_view kUpper = "XYZW", kLower = "xyzw";
  for (const std::string_view letters : {kUpper, kLower})
    if (const auto at = letters.find(letter); at != letters.npos)
      return static_cast<std::uint8_t>(at);
  throw std::runtime_error(fmt::format("there is no slot '{}'", letter));
}

void take(std::string_view& text, std::string_view with) {
  if (!skip(text, with))
    throw std::runtime_error(fmt::format("there is no \"{}\" before \"{}\"", with, text));
}

Alu parse_alu(const Operation& operation, const Surroundings& in) {
  Alu alu;
  alu.text = &operation;
  std::string_view text = operation.text;
  alu.condition = take_suffixes(text);
  const auto blank = std::min(text.find(' '), text.size());
  std::string_view mnemonic = text.substr(0, blank);
  std::vector<std::string_view> fields = fields_of(text.substr(blank));
  if (mnemonic == "GROUP_BARRIER") {
    alu.barrier = true;
    return alu;
  }
  std::size_t next = 0;
  alu.lds = lds_kind(mnemonic, alu.returns);
  if (alu.lds != LdsKind::none) {
    if (alu.returns && (fields.empty() || fields[0] != "OQAP"))
      throw std::runtime_error("the result of LDS does not go to OQAP");
    next = alu.returns ? 1 : 0;
    alu.source_count = alu.lds == LdsKind::read ? 1 : alu.lds == LdsKind::compare_exchange ? 3 : 2;
  } else {
    alu.instruction = find_instruction(mnemonic);
    if (alu.instruction == nullptr && mnemonic.ends_with("_SAT")) {
      alu.clamped = true;
      mnemonic.remove_suffix(4);
      alu.instruction = find_instruction(mnemonic);
    }
    if (alu.instruction == nullptr)
      throw std::runtime_error(fmt::format("the instruction {} is not implemented", mnemonic));
    alu.source_count = alu.instruction->sources;
    if (alu.instruction->kind == Kind::predicate) {
      parse_predicate_target(fields, alu);
      next = 2;
    } else {
      if (fields.empty()) throw std::runtime_error("there is no result");
      parse_target(fields[0], in, alu);
      next = 1;
    }
    if ((alu.instruction->kind == Kind::address) != (alu.target.kind == Target::Kind::address))
      throw std::runtime_error("only MOVA_INT writes the index, and it writes nothing else");
  }
  if (fields.size() != next + alu.source_count)
    throw std::runtime_error(fmt::format("the instruction has {} operands and takes {}",
                                         fields.size() - std::min(next, fields.size()),
                                         alu.source_count));
  for (unsigned k = 0; k < alu.source_count; ++k) alu.sources[k] = source_of(fields[next + k], in);
  if (alu.instruction != nullptr) require_no_number_modifiers(alu);
  return alu;
}

}  // namespace gputest::r600

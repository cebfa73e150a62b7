#include "il_reference/opencl/shared_arithmetic.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>

#include "il_reference/opencl/raw_arithmetic.hpp"

namespace gputest::il {
namespace {

std::string function_name(const Instruction& instruction) {
  return fmt::format("il_{}{}", info(instruction.opcode).mnemonic,
                     instruction.suffixes.ieee ? "_ieee" : "");
}

std::string call(const Instruction& instruction, const std::vector<std::string>& arguments) {
  return fmt::format("{}({}{})", function_name(instruction), fmt::join(arguments, ", "),
                     zero_op_argument(instruction));
}

/// The two-slot number that begins at that slot of a source.
std::string pair_of(const Operands& operands, const Source& source, unsigned slot, char kind) {
  if (kind == 'q') {
    Source plain = source;
    plain.negate = {};
    const std::string value = fmt::format("il_pair({}, {})", operands.bits(plain, slot, 'q'),
                                          operands.bits(plain, slot + 1, 'q'));
    const bool negated = source.negate[slot] || source.negate[slot + 1];
    return negated ? fmt::format("il_i64negate({})", value) : value;
  }
  return fmt::format("il_pair({}, {})", operands.bits(source, slot, 'd'),
                     operands.bits(source, slot + 1, 'd'));
}

std::vector<std::string> arguments_at(const Operands& operands, const Instruction& instruction,
                                      unsigned slot) {
  const std::string_view kinds = info(instruction.opcode).sources;
  std::vector<std::string> arguments;
  for (unsigned k = 0; k < instruction.source_count; ++k) {
    const Source& source = instruction.sources[k];
    // abs takes a float and keeps a NaN's bits.
    const char kind = instruction.opcode == Opcode::abs ? 'b' : kinds[k];
    arguments.push_back(in_pairs(kind) ? pair_of(operands, source, slot, kind)
                                       : operands.bits(source, slot, kind));
  }
  return arguments;
}

/// Both operands of a sum of products, slot by slot.
std::vector<std::string> interleaved(const Operands& operands, const Instruction& instruction,
                                     unsigned count) {
  const std::string_view kinds = info(instruction.opcode).sources;
  std::vector<std::string> arguments;
  for (unsigned slot = 0; slot < count; ++slot)
    for (unsigned k = 0; k < 2; ++k)
      arguments.push_back(operands.bits(instruction.sources[k], slot, kinds[k]));
  return arguments;
}

std::string half(const std::string& pair, unsigned slot) {
  return fmt::format("il_{}({})", slot % 2 == 0 ? "low" : "high", pair);
}

std::string whole_result(const Operands& operands, const Instruction& instruction, unsigned slot) {
  switch (instruction.opcode) {
    case Opcode::sad4: {
      auto arguments = interleaved(operands, instruction, 4);
      arguments.push_back(operands.bits(instruction.sources[2], 0, 'u'));
      return call(instruction, arguments);
    }
    case Opcode::f_2_u4: {
      std::vector<std::string> arguments;
      for (unsigned k = 0; k < 4; ++k)
        arguments.push_back(operands.bits(instruction.sources[0], k, 'f'));
      return call(instruction, arguments);
    }
    default: {  // dfrexp
      const std::string pair = pair_of(operands, instruction.sources[0], 0, 'd');
      if (slot >= 2) return half(fmt::format("il_dfrexp_fraction({})", pair), slot);
      return slot == 1 ? fmt::format("il_dfrexp_exponent({})", pair) : "0u";
    }
  }
}

std::string result(const Operands& operands, const Instruction& instruction, unsigned slot) {
  switch (info(instruction.opcode).shape) {
    case Shape::scalar:
    case Shape::first_pair:
      return call(instruction, arguments_at(operands, instruction, 0));
    case Shape::dot:
      return call(instruction, interleaved(operands, instruction,
                                           instruction.opcode == Opcode::dp2   ? 2
                                           : instruction.opcode == Opcode::dp3 ? 3
                                                                               : 4));
    case Shape::pairs:
      return half(call(instruction, arguments_at(operands, instruction, slot & 2u)), slot);
    case Shape::widen:
      return half(call(instruction, arguments_at(operands, instruction, 0)), slot);
    case Shape::whole:
      return whole_result(operands, instruction, slot);
    default:
      return call(instruction, arguments_at(operands, instruction, slot));
  }
}

std::string with_suffixes(const Instruction& instruction, std::string value) {
  constexpr std::string_view factors[]{"0.125f", "0.25f", "0.5f", "", "2.0f", "4.0f", "8.0f"};
  const Suffixes& suffixes = instruction.suffixes;
  if (suffixes.shift != 0)
    value = fmt::format("il_scale({}, {})", value, factors[suffixes.shift + 3]);
  return suffixes.saturate ? fmt::format("il_saturate({})", value) : value;
}

}  // namespace

std::string zero_op_argument(const Instruction& instruction) {
  constexpr std::string_view names[]{"IL_ZEROOP_FLTMAX", "IL_ZEROOP_ZERO", "IL_ZEROOP_INFINITY",
                                     "IL_ZEROOP_INF_ELSE_MAX"};
  if ((info(instruction.opcode).suffixes & suffix::zero_op) == 0) return "";
  return fmt::format(", {}", names[static_cast<unsigned>(instruction.suffixes.zero_op)]);
}

std::vector<std::string> shared_results(const Operands& operands, const Instruction& instruction,
                                        const std::vector<unsigned>& slots) {
  const Suffixes& suffixes = instruction.suffixes;
  const Destination& destination = instruction.destination;
  std::vector<std::string> results;
  for (const unsigned slot : slots) {
    std::optional<std::string> raw = raw_result(operands, instruction, slot);
    // Suffixes convert a NaN to the canonical NaN, or to 0.
    const bool any_nan = suffixes.shift != 0 || suffixes.saturate ||
                         operands.holds_numbers(destination.file, destination.number, slot);
    if (raw.has_value() && !any_nan) raw = fmt::format("il_canonical({})", *raw);
    results.push_back(
        with_suffixes(instruction, raw.has_value() ? *raw : result(operands, instruction, slot)));
  }
  return results;
}

}  // namespace gputest::il

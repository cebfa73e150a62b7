// Instructions that abbreviate several others. The parser replaces them while reading.
#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "il_reference/language/text_parser.hpp"

namespace gputest::il {
namespace {

constexpr std::size_t rows = 4;

/// The register that many places after the operand.
template <typename Operand>
Operand after(Operand operand, std::size_t registers) {
  if (is_indexed(operand.file)) {
    operand.index.offset += static_cast<std::int32_t>(registers);
  } else {
    operand.number += static_cast<std::uint32_t>(registers);
  }
  return operand;
}

// The instructions that choose between two operands: each row is its last instruction's.
constexpr InstructionInfo choices[] = {
    {Opcode::cmov_logical, "cmp", Shape::slots, 'b', "fbb", suffix::result | suffix::relation, ""},
    {Opcode::cmov_logical, "cmov", Shape::slots, 'b', "fbb", suffix::result, ""},
    {Opcode::iand, "set", Shape::slots, 'f', "ff", suffix::relation, ""},
    {Opcode::min, "clamp", Shape::slots, 'f', "fff", suffix::result, ""},
};

/// One of 0, 0.5, 1, -0.5 and -1, as a source without a register.
Source constant(float value) {
  Source made;
  made.swizzle.fill(value == 0.0f ? Select::zero : Select::one);
  made.bias = std::fabs(value) == 0.5f;  // 1 - 0.5
  if (value < 0.0f) made.negate.fill(true);
  return made;
}

bool has_neighbours(File file) {
  return is_indexed(file) || file == File::temp || file == File::literal || file == File::input ||
         file == File::output;
}

}  // namespace

/// A register that the text does not use.
std::uint32_t TextParser::scratch_temp() {
  return static_cast<std::uint32_t>(macros_.size() + 1) * register_limit + scratch_temps_++;
}

bool TextParser::short_form(std::string_view word, Location location) {
  const std::string lower = lower_case(word);
  if (lower == "transpose") {
    transpose(location);
    return true;
  }
  if (find_instruction(lower) != nullptr) return false;  // cmov_logical
  for (const InstructionInfo& row : choices) {
    const std::string_view name = row.mnemonic;
    if (lower != name && !lower.starts_with(std::string(name) + "_")) continue;
    choice(row, word.substr(name.size()), location);
    return true;
  }
  return false;
}

// cmp, cmov, set and clamp, each as two instructions with a temp between them. `suffixes_written`
// is the rest of the mnemonic's word.
void TextParser::choice(const InstructionInfo& row, std::string_view suffixes_written,
                        Location location) {
  Instruction made;
  made.opcode = row.opcode;
  made.location = location;
  compared_value_.reset();
  relation_is_written_ = false;
  suffixes(suffixes_written, row, made);
  const std::string_view name = row.mnemonic;
  if ((row.suffixes & suffix::relation) != 0 && !relation_is_written_) {
    fail(location, fmt::format("{} lacks its _relop", name));
  }
  if (name == "cmp" && !compared_value_) fail(location, "cmp lacks its _cmpval");
  operands(row, made);

  Instruction first = made;  // its result is in the temp
  first.suffixes = {};
  first.source_count = 2;
  first.destination = {};
  first.destination.number = scratch_temp();
  first.destination.mask = made.destination.mask;
  first.destination.location = location;
  for (Write& write : first.destination.mask) {
    if (write != Write::result) write = Write::keep;
  }
  Source held;
  held.number = first.destination.number;
  held.location = location;
  if (name == "clamp") {
    first.opcode = Opcode::max;
    made.sources[0] = held;
    made.sources[1] = made.sources[2];
    made.source_count = 2;
  } else {
    if (name != "set") first.sources[1] = constant(compared_value_.value_or(0.0f));
    const Relation relation = name == "cmov" ? Relation::ne : made.suffixes.relation;
    if (relation == Relation::gt || relation == Relation::le) {
      std::swap(first.sources[0], first.sources[1]);
    }
    first.opcode = relation == Relation::eq                               ? Opcode::eq
                   : relation == Relation::ne                             ? Opcode::ne
                   : relation == Relation::lt || relation == Relation::gt ? Opcode::lt
                                                                          : Opcode::ge;
    made.suffixes.relation = {};
    made.sources[0] = held;
    if (name == "set") made.sources[1] = constant(1.0f);
  }
  emit(first);
  emit(made);
}

// transpose r4, r0: slot i of r4+k is slot k of r0+i. All four are read before any is written.
void TextParser::transpose(Location location) {
  const Destination to = destination();
  expect(',');
  const Source from = source('b');
  const bool whole = to.mask == Destination{}.mask && from.swizzle == Source{}.swizzle;
  if (!whole || !from.plain()) {
    fail(location, "transpose takes whole registers, without masks, swizzles and modifiers");
  }
  if (!has_neighbours(to.file) || !has_neighbours(from.file)) {
    fail(location, "transpose takes the first of four registers each");
  }
  const auto move = [&](const Destination& target, const Source& value) {
    Instruction made;
    made.opcode = Opcode::mov;
    made.has_destination = true;
    made.destination = target;
    made.source_count = 1;
    made.sources[0] = value;
    made.location = location;
    emit(made);
  };
  std::array<Source, rows> held;
  for (std::size_t row = 0; row < rows; ++row) {
    held[row] = after(from, row);
    if (to.file != from.file) continue;
    Destination scratch;
    scratch.number = scratch_temp();
    scratch.location = location;
    move(scratch, held[row]);
    held[row] = Source{};
    held[row].number = scratch.number;
    held[row].location = from.location;
  }
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t slot = 0; slot < rows; ++slot) {
      Destination target = after(to, row);
      target.mask.fill(Write::keep);
      target.mask[slot] = Write::result;
      Source value = held[slot];
      value.swizzle.fill(static_cast<Select>(row));
      value.letters = 1;
      move(target, value);
    }
  }
}

}  // namespace gputest::il

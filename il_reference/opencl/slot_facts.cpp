#include "il_reference/opencl/slot_facts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "il_reference/language/instructions.hpp"

namespace gputest::il {
namespace {

/// A literal's slot as a float; NaN if there is no such literal.
float literal_value(const Program& program, std::uint32_t number, unsigned slot) {
  const auto declared =
      std::find_if(program.literals.begin(), program.literals.end(),
                   [&](const Literal& literal) { return literal.number == number; });
  return declared == program.literals.end() ? std::nanf("")
                                            : std::bit_cast<float>(declared->bits[slot]);
}

bool is_whole(float value) { return std::isfinite(value) && std::trunc(value) == value; }

/// A whole constant of a coordinate's magnitude, with its sign.
std::optional<int> whole_constant(const Program& program, const Source& source, unsigned slot) {
  constexpr float kMost = 1048576.0f;
  const Select select = source.swizzle[slot];
  float value = select == Select::one ? 1.0f : 0.0f;
  if (is_register(select)) {
    if (source.file != File::literal) return std::nullopt;
    value = literal_value(program, source.number, static_cast<unsigned>(select));
  }
  Source unsigned_source = source;
  unsigned_source.negate = {};
  if (!unsigned_source.plain() || !is_whole(value) || std::fabs(value) > kMost) return std::nullopt;
  return static_cast<int>(source.negate[slot] ? -value : value);
}

/// Whether the result is always a whole number.
bool makes_whole(Opcode opcode) {
  switch (opcode) {
    case Opcode::flr:
    case Opcode::round_neginf:
    case Opcode::round_plusinf:
    case Opcode::round_nearest:
    case Opcode::round_z:
    case Opcode::rnd:
    case Opcode::trc:
    case Opcode::sgn:
    case Opcode::itof:
    case Opcode::utof:
    case Opcode::unpack0:
    case Opcode::unpack1:
    case Opcode::unpack2:
    case Opcode::unpack3:
      return true;
    default:
      return false;
  }
}

/// Whether the result is a whole number if all operands are.
bool keeps_whole(Opcode opcode) {
  switch (opcode) {
    case Opcode::mov:
    case Opcode::abs:
    case Opcode::add:
    case Opcode::sub:
    case Opcode::mul:
    case Opcode::mad:
    case Opcode::min:
    case Opcode::max:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::optional<Step> step_of(const Program& program, const Instruction& instruction, unsigned slot) {
  if (instruction.suffixes.shift != 0 || instruction.suffixes.saturate) return std::nullopt;
  const auto constant = [&](unsigned k) {
    return whole_constant(program, instruction.sources[k], slot);
  };
  if (instruction.opcode == Opcode::mov) {
    const auto value = constant(0);
    return value.has_value() ? std::optional(Step{false, *value}) : std::nullopt;
  }
  if (instruction.opcode != Opcode::add) return std::nullopt;
  for (unsigned k = 0; k < 2; ++k) {
    const Source& self = instruction.sources[k];
    const auto by = constant(1 - k);
    if (by.has_value() && self.file == File::temp && self.plain() &&
        self.number == instruction.destination.number &&
        self.swizzle[slot] == static_cast<Select>(slot))
      return Step{true, *by};
  }
  return std::nullopt;
}

SlotFacts::SlotFacts(const Program& program, Fact fact)
    : program_(&program), fact_(fact), holds_(std::size_t{4} * program.temps, true) {
  // Starts with all slots and removes those that an instruction contradicts.
  for (bool changed = true; changed;) {
    changed = false;
    for (const Instruction& instruction : program.instructions) {
      const Destination& destination = instruction.destination;
      if (!instruction.has_destination || destination.file != File::temp) continue;
      for (unsigned slot = 0; slot < 4; ++slot) {
        if (destination.mask[slot] != Write::result) continue;
        if (!holds(File::temp, destination.number, slot) || result_holds(instruction, slot))
          continue;
        holds_[std::size_t{4} * destination.number + slot] = false;
        changed = true;
      }
    }
  }
}

bool SlotFacts::holds(File file, std::uint32_t number, unsigned slot) const {
  const std::size_t place = std::size_t{4} * number + slot;
  return file == File::temp && place < holds_.size() && holds_[place];
}

bool SlotFacts::literal_holds(std::uint32_t number, unsigned slot) const {
  const float value = literal_value(*program_, number, slot);
  return fact_ == Fact::number ? !std::isnan(value) : is_whole(value);
}

bool SlotFacts::unmodified_holds(const Source& source, unsigned slot) const {
  const Select select = source.swizzle[slot];
  if (select == Select::zero || select == Select::one) return true;
  const auto read = static_cast<unsigned>(select);
  if (source.file == File::literal)
    return program_ != nullptr && literal_holds(source.number, read);
  return holds(source.file, source.number, read);
}

bool SlotFacts::holds(const Source& source, unsigned slot) const {
  if (fact_ != Fact::whole) return source.plain() && unmodified_holds(source, slot);
  return !source.bias && source.divide == DivComp::none && unmodified_holds(source, slot);
}

bool SlotFacts::result_holds(const Instruction& instruction, unsigned slot) const {
  if (fact_ == Fact::counted) return step_of(*program_, instruction, slot).has_value();
  const InstructionInfo& row = info(instruction.opcode);
  const Suffixes& suffixes = instruction.suffixes;
  const unsigned read = row.shape == Shape::scalar ? 0 : slot;
  const auto* const first = instruction.sources.begin();
  const bool operands_hold = std::all_of(first, first + instruction.source_count,
                                         [&](const Source& source) { return holds(source, read); });
  if (fact_ == Fact::whole)
    return suffixes.shift >= 0 &&
           (makes_whole(instruction.opcode) || (keeps_whole(instruction.opcode) && operands_hold));
  if (instruction.opcode == Opcode::mov)
    return suffixes.shift != 0 || (!suffixes.saturate && operands_hold);
  const bool is_arithmetic = row.shape == Shape::slots || row.shape == Shape::scalar ||
                             row.shape == Shape::dot || row.shape == Shape::first_pair;
  // abs keeps a NaN's bits.
  return is_arithmetic && row.result == 'f' && instruction.opcode != Opcode::abs;
}

}  // namespace gputest::il

#include "il_reference/opencl/slot_facts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "il_reference/language/instructions.hpp"

namespace gputest::il {
namespace {

bool literal_holds(const Program& program, std::uint32_t number, unsigned slot, Fact fact) {
  const auto declared =
      std::find_if(program.literals.begin(), program.literals.end(),
                   [&](const Literal& literal) { return literal.number == number; });
  if (declared == program.literals.end()) return false;
  const float value = std::bit_cast<float>(declared->bits[slot]);
  if (fact == Fact::number) return !std::isnan(value);
  return std::isfinite(value) && std::trunc(value) == value;
}

/// Whether the result is a whole number, whatever the operands are.
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

/// Whether the result is a whole number where all operands are.
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

SlotFacts::SlotFacts(const Program& program, Fact fact)
    : program_(&program), fact_(fact), holds_(std::size_t{4} * program.temps, true) {
  // From all slots down to those that no instruction contradicts.
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

bool SlotFacts::unmodified_holds(const Source& source, unsigned slot) const {
  const Select select = source.swizzle[slot];
  if (select == Select::zero || select == Select::one) return true;
  const auto read = static_cast<unsigned>(select);
  if (source.file == File::literal)
    return program_ != nullptr && literal_holds(*program_, source.number, read, fact_);
  return holds(source.file, source.number, read);
}

bool SlotFacts::holds(const Source& source, unsigned slot) const {
  if (fact_ == Fact::number) return source.plain() && unmodified_holds(source, slot);
  return !source.bias && source.divide == DivComp::none && unmodified_holds(source, slot);
}

bool SlotFacts::result_holds(const Instruction& instruction, unsigned slot) const {
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

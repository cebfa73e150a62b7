#include "il_reference/language/usage.hpp"

#include <algorithm>

namespace gputest::il {
namespace {

constexpr unsigned first = 1;
constexpr unsigned first_two = 3;
constexpr unsigned all = 15;

unsigned slots_read_whole(const Instruction& instruction, std::size_t source) {
  switch (instruction.opcode) {
    case Opcode::dfrexp:
      return first_two;
    case Opcode::sad4:
      return source < 2 ? all : first;
    default:
      return all;
  }
}

unsigned address_slots(const Instruction& instruction) {
  return instruction.coordinates == 3 ? 7u : first_two;
}

unsigned slots_read_of_memory(const Instruction& instruction, std::size_t source) {
  switch (instruction.opcode) {
    case Opcode::lds_write_vec:
      return slots_written(instruction);
    case Opcode::lds_read_vec:
      return first_two;
    case Opcode::lds_load:
    case Opcode::lds_store:
    case Opcode::lds_load_vec:
    case Opcode::uav_raw_load:
    case Opcode::uav_arena_load:
    case Opcode::uav_arena_store:
      return first;
    case Opcode::lds_store_vec:
      return source < 2 ? first : slots_written(instruction);
    case Opcode::uav_raw_store:
      return source == 0 ? first : slots_written(instruction);
    case Opcode::uav_struct_store:
    case Opcode::uav_store:
      return source == 0 ? address_slots(instruction) : slots_written(instruction);
    default:
      // Loads and atomics: the address may have two or three coordinates.
      return source == 0 ? address_slots(instruction) : first;
  }
}

}  // namespace

unsigned slots_written(const Instruction& instruction) {
  unsigned slots = 0;
  for (unsigned slot = 0; instruction.has_destination && slot < 4; ++slot) {
    if (instruction.destination.mask[slot] == Write::result) slots |= 1u << slot;
  }
  return slots;
}

unsigned slots_read(const Instruction& instruction, std::size_t source) {
  const InstructionInfo& row = info(instruction.opcode);
  const unsigned written = slots_written(instruction);
  switch (row.shape) {
    case Shape::slots:
      return written;
    case Shape::dot:
      return instruction.opcode == Opcode::dp2   ? first_two
             : instruction.opcode == Opcode::dp3 ? 7u
                                                 : all;
    case Shape::pairs: {
      const unsigned low = (written & 3u) != 0 ? 3u : 0u;
      const unsigned high = (written & 12u) != 0 ? 12u : 0u;
      // The exponent of dldexp and the count of a shift are in the pair's first slot.
      return in_pairs(row.sources[source]) ? low | high : (low | high) & 5u;
    }
    case Shape::first_pair:
      return first_two;
    case Shape::whole:
      return slots_read_whole(instruction, source);
    case Shape::texture:
      if (source == 0) return (1u << std::max<unsigned>(instruction.coordinates, 2)) - 1u;
      return instruction.opcode == Opcode::sample_c_lz ? first : 0u;
    case Shape::lds:
    case Shape::uav:
      return slots_read_of_memory(instruction, source);
    case Shape::scalar:
    case Shape::widen:
    case Shape::fence:
    case Shape::flow:
      return first;
  }
  return all;
}

}  // namespace gputest::il

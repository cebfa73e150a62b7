#include "il_reference/opencl/uniformity.hpp"

#include <algorithm>

#include "il_reference/language/instructions.hpp"
#include "il_reference/language/usage.hpp"

namespace gputest::il {
bool is_return(Opcode opcode) {
  return opcode == Opcode::ret || opcode == Opcode::ret_dyn || opcode == Opcode::ret_logicalz ||
         opcode == Opcode::ret_logicalnz;
}

bool is_continue(Opcode opcode) {
  return opcode == Opcode::continue_ || opcode == Opcode::continue_logicalz ||
         opcode == Opcode::continue_logicalnz || opcode == Opcode::continuec;
}

namespace {

bool is_break(Opcode opcode) {
  return opcode == Opcode::break_ || opcode == Opcode::break_logicalz ||
         opcode == Opcode::break_logicalnz || opcode == Opcode::breakc;
}

bool loads_uav(Opcode opcode) {
  return opcode == Opcode::uav_raw_load || opcode == Opcode::uav_arena_load ||
         opcode == Opcode::uav_struct_load || opcode == Opcode::uav_load;
}

bool loads_lds(Opcode opcode) {
  return opcode == Opcode::lds_load || opcode == Opcode::lds_load_vec ||
         opcode == Opcode::lds_read_vec;
}

}  // namespace

Uniformity::Uniformity(const Program& program)
    : program_(program),
      varying_(std::size_t{4} * program.temps, false),
      apart_(program.instructions.size(), false) {
  for (const Instruction& i : program.instructions) {
    if (info(i.opcode).shape == Shape::uav && !loads_uav(i.opcode))
      stored_uavs_.insert(i.suffixes.id);
    if (i.has_destination && i.destination.file == File::global) stores_globals_ = true;
  }
  while (changed_) {  // starts with everything uniform and removes what the text contradicts
    changed_ = false;
    walk();
    values();
  }
}

bool Uniformity::decides_alike(const Instruction& instruction) const {
  for (std::size_t k = 0; k < instruction.source_count; ++k)
    if (varies(instruction, k, 1u)) return false;
  return true;
}

/// One pass over the control flow, main and functions one after the other.
void Uniformity::walk() {
  struct Open {
    std::size_t at;
    bool apart;
  };
  std::vector<Open> open;
  bool called_apart = false, left = false;
  const auto& instructions = program_.instructions;
  for (std::size_t k = 0; k < instructions.size(); ++k) {
    const Instruction& i = instructions[k];
    if (i.opcode == Opcode::func) {
      open.clear();
      called_apart = called_apart_.count(k) != 0;
      left = false;
      continue;
    }
    const bool here = called_apart || left || (!open.empty() && open.back().apart);
    apart_[k] = apart_[k] || here;
    const bool some = here || !decides_alike(i);  // only some of the threads take it
    if (opens_block(i.opcode)) {
      const bool torn = torn_.count(k) != 0;
      open.push_back({k, is_loop(i.opcode) ? here || torn : some || torn});
    } else if (closes_block(i.opcode)) {
      if (!open.empty()) open.pop_back();
    } else if (is_call(i.opcode)) {
      if (some) mark(called_apart_, i.match);
    } else if (is_break(i.opcode)) {
      if (some) mark(torn_, instructions[i.match].match);
    } else if (is_continue(i.opcode)) {
      if (some) mark(torn_, i.match);
    } else if (is_return(i.opcode) && some) {
      left = true;
      for (const Open& block : open)
        if (is_loop(instructions[block.at].opcode)) mark(torn_, block.at);
    }
  }
}

void Uniformity::values() {
  for (std::size_t k = 0; k < program_.instructions.size(); ++k) {
    const Instruction& i = program_.instructions[k];
    if (!i.has_destination || i.destination.file != File::temp) continue;
    for (unsigned slot = 0; slot < 4; ++slot) {
      const std::size_t place = std::size_t{4} * i.destination.number + slot;
      const Write write = i.destination.mask[slot];
      if (write == Write::keep || place >= varying_.size() || varying_[place]) continue;
      if (!apart_[k] && (write != Write::result || !result_varies(i, slot))) continue;
      varying_[place] = true;
      changed_ = true;
    }
  }
}

bool Uniformity::result_varies(const Instruction& instruction, unsigned slot) const {
  const InstructionInfo& row = info(instruction.opcode);
  if (row.shape == Shape::lds && !loads_lds(instruction.opcode)) return true;
  if (row.shape == Shape::uav &&
      (!loads_uav(instruction.opcode) || stored_uavs_.count(instruction.suffixes.id) != 0))
    return true;
  if (instruction.suffixes.neighbour_exchange) return true;
  for (std::size_t k = 0; k < instruction.source_count; ++k) {
    const unsigned read = row.shape == Shape::slots ? 1u << slot : slots_read(instruction, k);
    if (varies(instruction, k, read)) return true;
  }
  return false;
}

/// Whether one of those slots of a source, after its swizzle, varies.
bool Uniformity::varies(const Instruction& instruction, std::size_t source, unsigned slots) const {
  const Source& s = instruction.sources[source];
  if (is_indexed(s.file) && s.index.relative &&
      varies(s.index.file, s.index.number, s.index.component))
    return true;
  if (s.divide != DivComp::none) slots = 15u;
  for (unsigned slot = 0; slot < 4; ++slot) {
    const Select select = s.swizzle[slot];
    if ((slots >> slot & 1u) != 0 && is_register(select) &&
        varies(s.file, s.number, static_cast<unsigned>(select)))
      return true;
  }
  return false;
}

bool Uniformity::varies(File file, std::uint32_t number, unsigned slot) const {
  switch (file) {
    case File::literal:
    case File::constant:
    case File::group_flat:
    case File::group:
      return false;
    case File::global:
      return stores_globals_;
    case File::temp: {
      const std::size_t place = std::size_t{4} * number + slot;
      return place >= varying_.size() || varying_[place];
    }
    default:
      return true;
  }
}

}  // namespace gputest::il

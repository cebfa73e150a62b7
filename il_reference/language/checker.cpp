#include "il_reference/language/checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "il_reference/language/usage.hpp"

namespace gputest::il {
namespace {

bool is_thread_id(File file) {
  return file == File::absolute_thread_flat || file == File::thread_in_group_flat ||
         file == File::group_flat || file == File::absolute_thread ||
         file == File::thread_in_group || file == File::group;
}

bool writable(File file) {
  return file == File::temp || file == File::output || file == File::indexed_temp ||
         file == File::global || file == File::memory;
}

bool is_atomic(const InstructionInfo& row) {
  return row.suffixes == suffix::id && row.opcode >= Opcode::lds_add;
}

class Checker {
 public:
  explicit Checker(const Program& program) : program_(program) {}

  Diagnostics run() {
    if (program_.stage == Stage::compute && !program_.threads_per_group) {
      warn({1, 1}, "dcl_num_thread_per_group is missing; groups have 64 threads");
    }
    for (const Input& input : program_.inputs) declared_input(input);
    for (const Output& output : program_.outputs) {
      if (output.target.file != File::output) {
        error(output.target.location, "an output declaration names o0, o1, …");
      }
    }
    if (program_.instructions.size() > 1 &&
        program_.instructions.front().opcode == Opcode::endmain) {
      warn(program_.instructions.front().location,
           "the main program is empty, and no function is called");
    }
    for (const Instruction& instruction : program_.instructions) visit(instruction);
    unread_slots();
    recursion();
    return std::move(diagnostics_);
  }

 private:
  void visit(const Instruction& i) {
    const InstructionInfo& row = info(i.opcode);
    if (i.has_destination) destination(i);
    for (std::size_t s = 0; s < i.source_count; ++s) source(i, s);
    const bool compute = program_.stage == Stage::compute;
    if (row.shape == Shape::fence && !compute) {
      warn(i.location, "fence is ignored in a pixel program: its threads share nothing");
    }
    if (row.shape == Shape::lds && !compute) {
      error(i.location, fmt::format("{} is not allowed in a pixel program", row.mnemonic));
    }
    if ((i.opcode == Opcode::discard_logicalnz || i.opcode == Opcode::discard_logicalz) &&
        compute) {
      error(i.location, fmt::format("{} is not allowed in a compute program", row.mnemonic));
    }
    if (row.shape == Shape::texture) texture(i);
    if (row.shape == Shape::lds && compute) lds(i);
    if (row.shape == Shape::uav) uav(i);
  }

  void destination(const Instruction& i) {
    const Destination& d = i.destination;
    if (!writable(d.file)) {
      error(d.location, fmt::format("{} cannot be written", to_name(d.file, d.number)));
      return;
    }
    reference(d.file, d.number, d.index, d.location);
    if (d.file == File::output) {
      if (program_.stage == Stage::compute) {
        error(d.location, "a compute program has no outputs; it writes g[] and UAVs");
      } else if (std::none_of(program_.outputs.begin(), program_.outputs.end(),
                              [&](const Output& o) { return o.target.number == d.number; })) {
        warn(d.location, fmt::format("o{} is not declared", d.number));
      }
    }
    const bool none =
        std::all_of(d.mask.begin(), d.mask.end(), [](Write write) { return write == Write::keep; });
    if (none) warn(d.location, "the mask keeps every slot, so the instruction writes nothing");
    if (in_pairs(info(i.opcode).result)) {
      // dfrexp writes a fraction to zw and integers to xy.
      const unsigned written = slots_written(i) & (i.opcode == Opcode::dfrexp ? 12u : 15u);
      const bool whole = ((written & 3u) == 0 || (written & 3u) == 3u) &&
                         ((written & 12u) == 0 || (written & 12u) == 12u);
      if (!whole) warn(d.location, "only half of a two-slot number is written");
    }
  }

  void source(const Instruction& i, std::size_t number) {
    const Source& s = i.sources[number];
    if (s.file == File::memory) {
      error(s.location, "mem cannot be read");
      return;
    }
    reference(s.file, s.number, s.index, s.location);
    const unsigned read = slots_read(i, number);
    const bool is_double = in_pairs(info(i.opcode).sources[number]);
    if (is_double && s.letters == 1) {
      warn(s.location, "the number takes two slots, but the swizzle names only one");
    }
    const bool for_floats = s.invert || s.bias || s.x2 || s.sign || s.divide != DivComp::none;
    if (is_double && (for_floats || (s.absolute && info(i.opcode).sources[number] == 'q'))) {
      warn(s.location, "a two-slot number takes only _neg and, if it is a double, _abs");
    }
    const bool as_pair = is_double && s.letters == 2;
    if ((s.letters == 2 || s.letters == 3) && !as_pair && (read >> s.letters) != 0) {
      warn(s.location,
           fmt::format("the swizzle names only {} slots; the last one is repeated", s.letters));
    }
    for (unsigned slot = 0; slot < 4; ++slot) {
      const Select select = s.swizzle[slot];
      const bool used = (read >> slot & 1u) != 0;
      if (used && select < Select::zero) note_read(s.file, s.number, static_cast<unsigned>(select));
    }
    if (s.divide != DivComp::none) {
      for (unsigned slot = 0; slot < 4; ++slot) note_read(s.file, s.number, slot);
    }
  }

  void note_read(File file, std::uint32_t number, unsigned slot) {
    if (file == File::temp) read_slots_[number] |= 1u << slot;
  }

  // A register that any instruction reads or writes.
  void reference(File file, std::uint32_t number, const Index& index, Location location) {
    const auto is_named = [&](const auto& declared) { return declared.number == number; };
    const bool indexed = is_indexed(file);
    if (indexed && index.relative) {
      reference(index.file, index.number, {}, location);
      note_read(index.file, index.number, index.component);
    }
    const auto past = [&](const auto& found) {
      return !index.relative && static_cast<std::uint32_t>(index.offset) >= found->size;
    };
    const auto sentence = [&](const auto& found) {
      return fmt::format("{}[{}] is past its {} elements", to_name(file, number), index.offset,
                         found->size);
    };
    if (file == File::literal) {
      if (std::none_of(program_.literals.begin(), program_.literals.end(), is_named)) {
        error(location, fmt::format("l{} is not declared", number));
      }
    } else if (file == File::constant) {
      const auto found = std::find_if(program_.constant_buffers.begin(),
                                      program_.constant_buffers.end(), is_named);
      if (found == program_.constant_buffers.end()) {
        error(location, fmt::format("{} is not declared", to_name(file, number)));
      } else if (past(found) && !found->values.empty()) {
        error(location, sentence(found));
      } else if (past(found)) {
        // The host may bind a larger buffer; the access is checked at run time.
        warn(location, sentence(found));
      }
    } else if (file == File::indexed_temp) {
      const auto found =
          std::find_if(program_.indexed_temps.begin(), program_.indexed_temps.end(), is_named);
      if (found == program_.indexed_temps.end()) {
        error(location, fmt::format("x{} is not declared", number));
      } else if (past(found)) {
        error(location, sentence(found));
      }
    } else if ((file == File::win_coord || file == File::input || file == File::object_index) &&
               program_.stage == Stage::compute) {
      error(location, fmt::format("{} is for pixel programs", to_name(file, number)));
    } else if (is_thread_id(file) && program_.stage == Stage::pixel) {
      error(location, fmt::format("{} is for compute programs", to_name(file, number)));
    }
  }

  void declared_input(const Input& input) {
    const File file = input.target.file;
    if (file == File::input || file == File::win_coord || file == File::object_index ||
        is_thread_id(file)) {
      reference(file, input.target.number, {}, input.target.location);
    } else {
      error(input.target.location,
            fmt::format("{} is not an input", to_name(file, input.target.number)));
    }
  }

  void texture(const Instruction& i) {
    const std::uint32_t id = i.suffixes.resource;
    if (std::none_of(program_.resources.begin(), program_.resources.end(),
                     [&](const Resource& r) { return r.id == id; })) {
      warn(i.location, fmt::format("resource {} is not declared", id));
    }
  }

  void lds(const Instruction& i) {
    if (i.opcode == Opcode::lds_read_vec || i.opcode == Opcode::lds_write_vec) {
      if (program_.lds_words_per_thread == 0) {
        error(i.location,
              fmt::format("{} without dcl_lds_size_per_thread", info(i.opcode).mnemonic));
      } else if (i.opcode == Opcode::lds_write_vec) {
        unsigned last = 0;
        for (unsigned slot = 0; slot < 4; ++slot) {
          if (i.destination.mask[slot] != Write::keep) last = slot + 1;
        }
        if (i.suffixes.lds_offset + last > program_.lds_words_per_thread) {
          error(i.location, fmt::format("_lOffset({}) writes past the {} words of a thread",
                                        i.suffixes.lds_offset, program_.lds_words_per_thread));
        }
      }
      return;
    }
    if (std::none_of(program_.lds.begin(), program_.lds.end(),
                     [&](const Lds& l) { return l.id == i.suffixes.id; })) {
      error(i.location, fmt::format("LDS {} is not declared", i.suffixes.id));
    }
  }

  void uav(const Instruction& i) {
    const bool structured =
        i.opcode == Opcode::uav_struct_load || i.opcode == Opcode::uav_struct_store;
    const bool typed = i.opcode == Opcode::uav_load || i.opcode == Opcode::uav_store;
    bool declared = false;
    for (const Uav& u : program_.uavs) {
      if (u.id != i.suffixes.id) continue;
      const bool fits = is_gds(u.id) ? true
                        : structured ? u.kind == UavKind::structured
                        : typed      ? u.kind == UavKind::typed
                        : is_atomic(info(i.opcode))
                            ? true
                            : u.kind != UavKind::structured && u.kind != UavKind::typed;
      declared = declared || fits;
    }
    if (!declared && is_gds(i.suffixes.id)) {
      error(i.location, fmt::format("GDS {} is not declared", i.suffixes.id - first_gds));
    } else if (!declared) {
      error(i.location, fmt::format("{} UAV {} is not declared",
                                    structured ? "structured"
                                    : typed    ? "typed"
                                               : "raw or arena",
                                    i.suffixes.id));
    }
  }

  // Slots that a mask names although nothing reads them. Destinations without a mask are left out,
  // because dp4 and sample usually have none.
  void unread_slots() {
    for (const Instruction& i : program_.instructions) {
      const unsigned written = slots_written(i);
      if (!i.has_destination || i.destination.file != File::temp || written == 15u) continue;
      const auto found = read_slots_.find(i.destination.number);
      const unsigned read = found == read_slots_.end() ? 0u : found->second;
      std::string dead;
      for (unsigned slot = 0; slot < 4; ++slot) {
        if (((written & ~read) >> slot & 1u) != 0) dead += "xyzw"[slot];
      }
      if (!dead.empty()) {
        warn(i.destination.location,
             fmt::format("r{}.{} is written and never read", i.destination.number, dead));
      }
    }
  }

  // CAL's functions have no stack of registers, so a function must not reach itself.
  void recursion() {
    std::map<std::uint32_t, std::vector<const Instruction*>> calls;  // by index of the func
    std::uint32_t within = no_match;
    for (std::uint32_t at = 0; at < program_.instructions.size(); ++at) {
      const Instruction& i = program_.instructions[at];
      if (i.opcode == Opcode::func) within = at;
      if (is_call(i.opcode) && within != no_match) calls[within].push_back(&i);
    }
    // A function is finished if it calls only finished functions; repeat until nothing changes.
    std::set<std::uint32_t> finished;
    const auto done = [&](const Instruction* call) {
      return calls.count(call->match) == 0 || finished.count(call->match) != 0;
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [function, made] : calls) {
        if (finished.count(function) != 0) continue;
        if (std::all_of(made.begin(), made.end(), done)) {
          finished.insert(function);
          changed = true;
        }
      }
    }
    for (const auto& [function, made] : calls) {
      if (finished.count(function) != 0) continue;
      const auto back = std::find_if_not(made.begin(), made.end(), done);
      error((*back)->location,
            fmt::format("function {} may call itself", program_.instructions[function].label));
    }
  }

  static std::string to_name(File file, std::uint32_t number) { return name(file, number); }

  void error(Location location, std::string message) {
    diagnostics_.push_back({Severity::error, location, std::move(message)});
  }
  void warn(Location location, std::string message) {
    diagnostics_.push_back({Severity::warning, location, std::move(message)});
  }

  const Program& program_;
  Diagnostics diagnostics_;
  std::map<std::uint32_t, unsigned> read_slots_;
};

}  // namespace

Diagnostics check(const Program& program) { return first_of_each(Checker(program).run()); }

}  // namespace gputest::il

// Loads, stores and atomics of global, flat, scratch and buffer instructions.
#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <deque>

#include "hip/isa/memory.hpp"
#include "hip/isa/report.hpp"
#include "hip/isa/semantics.hpp"
#include "hip/isa/semantics/atomics.hpp"
#include "hip/isa/semantics/races.hpp"
#include "hip/isa/semantics/resolver.hpp"
#include "hip/isa/waits.hpp"
#include "hip/isa/wave.hpp"
#include "hip/isa/words.hpp"

namespace gputest::isa {
namespace {

/// What one lane's access is of.
struct Access {
  Space space;
  u8 words;  ///< registers
  u8 bytes;  ///< of memory
  bool sign_extend = false;
  u8 half = 0;  ///< d16: 1 the lower half of the register, 2 the upper
  Atomic atomic = Atomic::none;
};

void issue_vector(Wave& wave, const Access& access, const Operand& to, bool is_store) {
  const Outstanding load{to.index, static_cast<u8>(is_store ? 0 : to.words), false, true};
  if (!is_store || !wave.is_rdna)
    issue(wave, wave.vector_memory, load);
  else
    ++wave.stores;
  if (access.space != Space::flat) return;
  // It may be in LDS or in memory; RDNA has its results in the order of the loads all the same, as
  // LLVM's GCNSubtarget::hasFlatLgkmVMemCountInOrder() says.
  Outstanding either = load;
  either.in_order = wave.is_rdna;
  issue(wave, wave.other_memory, either);
}

/// For each active lane.
template <class F>
void for_active(const Wave& wave, F&& f) {
  for (u64 left = wave.exec(); left != 0; left &= left - 1)
    f(static_cast<unsigned>(std::countr_zero(left)));
}

/// Whether a space has bytes of which it is known who wrote them.
constexpr bool has_states(Space space) { return space != Space::scratch; }

void remark_unwritten(Wave& wave, const Operation& op, unsigned lane, const Resolver& memory) {
  const Allocation* const array = memory.array();
  if (array == nullptr) return remark(wave, op, lane, "reads LDS that nobody wrote");
  auto offset = static_cast<u64>(memory.states() - array->shadow->written(0));
  while (all_have_value<1>(array->shadow->written(offset))) ++offset;
  remark(wave, op, lane,
         fmt::format("reads what nobody wrote, at byte {} of {}", offset, array->name));
}

/// Whether the bytes that memory.at() gave last have a value; says so where not.
template <unsigned Bytes>
bool has_value(Wave& wave, const Operation& op, unsigned lane, const Resolver& memory) {
  if (all_have_value<Bytes>(memory.states())) return true;
  remark_unwritten(wave, op, lane, memory);
  return false;
}

/// Keeps whether the bytes that memory.at() gave last have a value now.
void set_written(Wave& wave, const Operation& op, unsigned lane, const Resolver& memory,
                 unsigned bytes, bool has_value) {
  u8* const states = memory.states();
  if (states == nullptr) return;
  const Allocation* const array = memory.array();
  const auto state = has_value          ? Written::value
                     : array == nullptr ? Written::never
                                        : Written::without_value;
  std::memset(states, static_cast<int>(state), bytes);
  if (has_value || array == nullptr) return;
  array->shadow->blame(fmt::format("{}: lane {} stores what nobody wrote to byte {} of {}{}",
                                   where(wave, op), lane, states - array->shadow->written(0),
                                   array->name, remarks(wave)));
}

/// Whether an access of that kind can be one of all lanes together.
constexpr bool can_run(Access access) {
  return access.space == Space::global && access.bytes >= 4 && access.atomic == Atomic::none;
}

/// Loads what a run of lanes accesses. False, with nothing done, where they are none or some of it
/// has no value.
template <Access A>
bool load_run(Wave& wave, const Operation& op, Resolver& memory) {
  const Run run = memory.run(A.bytes);
  if (run.count == 0) return false;
  u8 different = 0;
  for (unsigned k = 0; run.states != nullptr && k < run.count * A.bytes; ++k)
    different |= static_cast<u8>(run.states[k] ^ static_cast<u8>(Written::value));
  if (different != 0) return false;
  memory.touch(run, A.bytes);
  u32 all[kLanes * A.words];
  std::memcpy(all, run.at, run.count * A.bytes);
  for (unsigned k = 0; k < A.words; ++k) {
    u32* const to = &wave.vectors[op.out[0].index + k].lane[run.lane];
    for (unsigned lane = 0; lane < run.count; ++lane) to[lane] = all[lane * A.words + k];
    mark(wave, op.out[0].index + k, wave.exec(), ~0ull);
  }
  return true;
}

/// Stores what a run of lanes does; false as above.
template <Access A>
bool store_run(const Wave& wave, const Operand& data, Resolver& memory) {
  u64 defined = ~0ull;
  for (unsigned k = 0; k < A.words; ++k) defined &= wave.defined[data.index + k];
  if ((wave.exec() & ~defined) != 0) return false;
  const Run run = memory.run(A.bytes);
  if (run.count == 0) return false;
  memory.touch(run, A.bytes);
  u32 all[kLanes * A.words];
  for (unsigned k = 0; k < A.words; ++k) {
    const u32* const from = &wave.vectors[data.index + k].lane[run.lane];
    for (unsigned lane = 0; lane < run.count; ++lane) all[lane * A.words + k] = from[lane];
  }
  std::memcpy(run.at, all, run.count * A.bytes);
  if (run.states != nullptr)
    std::memset(run.states, static_cast<int>(Written::value), run.count * A.bytes);
  return true;
}

template <Access A>
void load(Wave& wave, const Operation& op) {
  const u64 exec = wave.exec();
  Resolver memory(wave, op, A.space, Use::read);
  if constexpr (can_run(A))
    if (load_run<A>(wave, op, memory)) return issue_vector(wave, A, op.out[0], false);
  u64 defined[4] = {~0ull, ~0ull, ~0ull, ~0ull};
  const Operand& to = op.out[0];
  // All addresses first: the result may overwrite them.
  u32 words[4][kLanes];
  for_active(wave, [&](unsigned lane) {
    if constexpr (A.bytes >= 4) {
      constexpr bool whole = A.space == Space::global;
      if constexpr (whole) {
        u32 all[A.words];
        std::memcpy(all, memory.at(lane, 0, A.bytes), A.bytes);
        for (unsigned k = 0; k < A.words; ++k) words[k][lane] = all[k];
        if (!has_value<A.bytes>(wave, op, lane, memory))
          for (unsigned k = 0; k < A.words; ++k)
            if (!all_have_value<4>(memory.states() + 4 * k)) defined[k] &= ~(u64{1} << lane);
      } else {
        for (unsigned k = 0; k < A.words; ++k) {
          words[k][lane] = 0;
          if (!memory.reaches(lane, 4 * k, 4)) continue;
          std::memcpy(&words[k][lane], memory.at(lane, 4 * k, 4), 4);
          if constexpr (has_states(A.space))
            if (!has_value<4>(wave, op, lane, memory)) defined[k] &= ~(u64{1} << lane);
        }
      }
    } else {
      u32 word = 0;
      if (memory.reaches(lane, 0, A.bytes)) {
        std::memcpy(&word, memory.at(lane, 0, A.bytes), A.bytes);
        if constexpr (has_states(A.space))
          if (!has_value<A.bytes>(wave, op, lane, memory)) defined[0] &= ~(u64{1} << lane);
      }
      constexpr unsigned unused = 32 - 8 * A.bytes;
      if (A.sign_extend)
        word = static_cast<u32>(static_cast<std::int32_t>(word << unused) >> unused);
      const u32 old = wave.vectors[to.index].lane[lane];
      if (A.half == 1) word = (word & 0xFFFF) | (old & 0xFFFF'0000);
      if (A.half == 2) word = word << 16 | (old & 0xFFFF);
      words[0][lane] = word;
    }
  });
  for (unsigned k = 0; k < A.words; ++k) {
    u32* const lanes = wave.vectors[to.index + k].lane.data();
    for (unsigned lane = 0; lane < wave.lanes; ++lane)
      if ((exec >> lane & 1) != 0) lanes[lane] = words[k][lane];
    mark(wave, to.index + k, exec, defined[k]);
  }
  issue_vector(wave, A, to, false);
}

template <Access A>
void store(Wave& wave, const Operation& op) {
  Resolver memory(wave, op, A.space, Use::write);
  const Operand& data = op.in[2];
  require_ready(wave, data);
  if constexpr (can_run(A))
    if (store_run<A>(wave, data, memory)) return issue_vector(wave, A, data, true);
  const auto is_defined = [&](unsigned k, unsigned lane) {
    return (wave.defined[data.index + k] >> lane & 1) != 0;
  };
  for_active(wave, [&](unsigned lane) {
    if constexpr (A.bytes >= 4 && A.space == Space::global) {
      u32 all[A.words];
      for (unsigned k = 0; k < A.words; ++k) all[k] = wave.vectors[data.index + k].lane[lane];
      std::memcpy(memory.at(lane, 0, A.bytes), all, A.bytes);
      bool whole = true;
      for (unsigned k = 0; k < A.words; ++k) whole = whole && is_defined(k, lane);
      set_written(wave, op, lane, memory, A.bytes, whole);
    } else if constexpr (A.bytes >= 4) {
      for (unsigned k = 0; k < A.words; ++k) {
        if (!memory.reaches(lane, 4 * k, 4)) continue;
        std::memcpy(memory.at(lane, 4 * k, 4), &wave.vectors[data.index + k].lane[lane], 4);
        if constexpr (has_states(A.space))
          set_written(wave, op, lane, memory, 4, is_defined(k, lane));
      }
    } else if (memory.reaches(lane, 0, A.bytes)) {
      const u32 word = wave.vectors[data.index].lane[lane] >> (A.half == 2 ? 16 : 0);
      std::memcpy(memory.at(lane, 0, A.bytes), &word, A.bytes);
      if constexpr (has_states(A.space))
        set_written(wave, op, lane, memory, A.bytes, is_defined(0, lane));
    }
  });
  issue_vector(wave, A, data, true);
}

template <Access A>
void change(Wave& wave, const Operation& op) {
  using Word = std::conditional_t<A.bytes == 4, u32, u64>;
  Resolver memory(wave, op, A.space, Use::atomic);
  const Operand& data = op.in[2];
  u64 known = ~0ull;
  require_defined(wave, data, "what an atomic adds");
  const u64 exec = wave.exec();
  Word old[kLanes];
  for_active(wave, [&](unsigned lane) {
    old[lane] = 0;
    if (!memory.reaches(lane, 0, A.bytes)) return;
    const auto word_at = [&](unsigned k) -> Word {
      if constexpr (A.bytes == 4)
        return wave.vectors[data.index + k].lane[lane];
      else
        return wave.vectors[data.index + 2 * k].lane[lane] |
               static_cast<u64>(wave.vectors[data.index + 2 * k + 1].lane[lane]) << 32;
    };
    u8* const at = memory.at(lane, 0, A.bytes);
    if (reinterpret_cast<u64>(at) % A.bytes != 0)
      throw Fault(fmt::format("lane {}: an atomic's address is not aligned", lane));
    if (!has_value<A.bytes>(wave, op, lane, memory)) {
      known &= ~(u64{1} << lane);
      set_written(wave, op, lane, memory, A.bytes, A.atomic == Atomic::swap);
    }
    old[lane] = change_atomically<Word>(A.atomic, at, word_at(0),
                                        A.atomic == Atomic::compare_swap ? word_at(1) : Word{0});
  });
  if (op.returns) {
    const Operand& to = op.out[0];
    for_active(wave, [&](unsigned lane) {
      wave.vectors[to.index].lane[lane] = static_cast<u32>(old[lane]);
      if constexpr (A.bytes == 8)
        wave.vectors[to.index + 1u].lane[lane] = static_cast<u32>(old[lane] >> 32);
    });
    for (unsigned k = 0; k < to.words; ++k) mark(wave, to.index + k, exec, known);
    issue_vector(wave, A, to, false);
  } else {
    issue_vector(wave, A, data, true);
  }
}

void bind_modifiers(const Syntax& syntax, Operation& op, bool is_buffer) {
  for (const Modifier& modifier : syntax.modifiers) {
    const std::string& name = modifier.name;
    if (name == "offset")
      op.offset = number_of(modifier);
    else if (name == "glc")
      op.returns = true;
    else if (name == "offen" && is_buffer)
      op.immediate |= kHasOffset;
    else if (name == "idxen" && is_buffer)
      op.immediate |= kHasIndex;
    else if (name != "slc" && name != "dlc" && name != "scc")
      throw Fault("the modifier " + name + " is not implemented");
  }
}

Operand register_or_off(const std::string& text, Type type, const Surroundings& in) {
  return text == "off" ? Operand() : parse_operand(text, type, in);
}

/// Operands of a load, a store or an atomic: `address` is where the address stands.
void bind_address(const Syntax& syntax, const Surroundings& in, Operation& op,
                  std::size_t address) {
  const bool is_buffer = syntax.mnemonic.starts_with("buffer_");
  bind_modifiers(syntax, op, is_buffer);
  const auto& operands = syntax.operands;
  op.in[0] = register_or_off(operands.at(address), Type::b32, in);
  if (is_buffer) {
    if (op.immediate == 0) op.in[0] = Operand();
    if (op.in[0].words != std::popcount(op.immediate))
      throw Fault("the address has another number of registers than offen and idxen say");
    op.in[3] = parse_operand(operands.at(address + 1), Type::b32, in);
    op.in[4] = parse_operand(operands.at(address + 2), Type::b32, in);
    if (op.in[3].place != Place::scalar || op.in[3].words != 4)
      throw Fault("a buffer's descriptor has four registers");
  }
}
std::size_t scalar_base(const Syntax& syntax, const Surroundings& in, Operation& op,
                        std::size_t at) {
  if (syntax.mnemonic.starts_with("buffer_") || syntax.mnemonic.starts_with("flat_")) return at;
  op.in[1] = register_or_off(syntax.operands.at(at), Type::b32, in);
  return at + 1;
}

void bind_load(const Syntax& syntax, const Surroundings& in, Operation& op) {
  op.out[0] = parse_operand(syntax.operands.at(0), Type::b32, in);
  bind_address(syntax, in, op, 1);
  static_cast<void>(scalar_base(syntax, in, op, 2));
}
void bind_store(const Syntax& syntax, const Surroundings& in, Operation& op) {
  const bool is_buffer = syntax.mnemonic.starts_with("buffer_");
  bind_address(syntax, in, op, is_buffer ? 1 : 0);
  op.in[2] = parse_operand(syntax.operands.at(is_buffer ? 0 : 1), Type::b32, in);
  static_cast<void>(scalar_base(syntax, in, op, 2));
}
void bind_atomic(const Syntax& syntax, const Surroundings& in, Operation& op) {
  const bool returns = syntax.find("glc") != nullptr;
  if (syntax.mnemonic.starts_with("buffer_")) {
    // What was there before goes to the first of the registers that had the data.
    bind_store(syntax, in, op);
    if (!returns) return;
    const bool compares = syntax.mnemonic.find("cmpswap") != std::string::npos;
    op.out[0] = op.in[2];
    if (compares) op.out[0].words /= 2;
    return;
  }
  const std::size_t address = returns ? 1 : 0;
  if (returns) op.out[0] = parse_operand(syntax.operands.at(0), Type::b32, in);
  bind_address(syntax, in, op, address);
  op.in[2] = parse_operand(syntax.operands.at(address + 1), Type::b32, in);
  static_cast<void>(scalar_base(syntax, in, op, address + 2));
}

/// The table's names are made here, and kept.
class Table {
 public:
  Table() {
    add_space<Space::global>("global");
    add_space<Space::flat>("flat");
    add_space<Space::scratch>("scratch");
    add_space<Space::buffer>("buffer");
  }
  const std::vector<Semantics>& all() const { return all_; }

 private:
  void add(const std::string& name, Handler run, Binder bind) {
    names_.push_back(name);
    Semantics entry{names_.back(), run};
    entry.lanes = false;
    entry.bind = bind;
    all_.push_back(entry);
  }
  template <Space S>
  void add_space(const std::string& space) {
    const auto loads = [&](const char* name, Handler run) {
      add(space + "_load_" + name, run, &bind_load);
    };
    loads("dword", &load<Access{S, 1, 4}>);
    loads("dwordx2", &load<Access{S, 2, 8}>);
    loads("dwordx3", &load<Access{S, 3, 12}>);
    loads("dwordx4", &load<Access{S, 4, 16}>);
    loads("ubyte", &load<Access{S, 1, 1}>);
    loads("sbyte", &load<Access{S, 1, 1, true}>);
    loads("ushort", &load<Access{S, 1, 2}>);
    loads("sshort", &load<Access{S, 1, 2, true}>);
    loads("ubyte_d16", &load<Access{S, 1, 1, false, 1}>);
    loads("ubyte_d16_hi", &load<Access{S, 1, 1, false, 2}>);
    loads("sbyte_d16", &load<Access{S, 1, 1, true, 1}>);
    loads("sbyte_d16_hi", &load<Access{S, 1, 1, true, 2}>);
    loads("short_d16", &load<Access{S, 1, 2, false, 1}>);
    loads("short_d16_hi", &load<Access{S, 1, 2, false, 2}>);
    const auto stores = [&](const char* name, Handler run) {
      add(space + "_store_" + name, run, &bind_store);
    };
    stores("dword", &store<Access{S, 1, 4}>);
    stores("dwordx2", &store<Access{S, 2, 8}>);
    stores("dwordx3", &store<Access{S, 3, 12}>);
    stores("dwordx4", &store<Access{S, 4, 16}>);
    stores("byte", &store<Access{S, 1, 1}>);
    stores("short", &store<Access{S, 1, 2}>);
    stores("byte_d16_hi", &store<Access{S, 1, 1, false, 2}>);
    stores("short_d16_hi", &store<Access{S, 1, 2, false, 2}>);
    if constexpr (S != Space::scratch) {
      add_atomic<S, Atomic::swap>(space + "_atomic_swap");
      add_atomic<S, Atomic::compare_swap>(space + "_atomic_cmpswap");
      add_atomic<S, Atomic::add>(space + "_atomic_add");
      add_atomic<S, Atomic::subtract>(space + "_atomic_sub");
      add_atomic<S, Atomic::smin>(space + "_atomic_smin");
      add_atomic<S, Atomic::umin>(space + "_atomic_umin");
      add_atomic<S, Atomic::smax>(space + "_atomic_smax");
      add_atomic<S, Atomic::umax>(space + "_atomic_umax");
      add_atomic<S, Atomic::bit_and>(space + "_atomic_and");
      add_atomic<S, Atomic::bit_or>(space + "_atomic_or");
      add_atomic<S, Atomic::bit_xor>(space + "_atomic_xor");
      add_atomic<S, Atomic::increment>(space + "_atomic_inc");
      add_atomic<S, Atomic::decrement>(space + "_atomic_dec");
      add_one<S, Atomic::float_add, 4>(space + "_atomic_add_f32");
      add_one<S, Atomic::float_add, 8>(space + "_atomic_add_f64");
      add_one<S, Atomic::float_min, 8>(space + "_atomic_min_f64");
      add_one<S, Atomic::float_max, 8>(space + "_atomic_max_f64");
    }
  }
  template <Space S, Atomic How, unsigned Bytes>
  void add_one(const std::string& name) {
    add(name, &change<Access{S, Bytes / 4, Bytes, false, 0, How}>, &bind_atomic);
  }
  template <Space S, Atomic How>
  void add_atomic(const std::string& name) {
    add_one<S, How, 4>(name);
    add_one<S, How, 8>(name + "_x2");
  }

  std::deque<std::string> names_;
  std::vector<Semantics> all_;
};

}  // namespace

std::span<const Semantics> vector_memory_instructions() {
  static const Table table;
  return table.all();
}

}  // namespace gputest::isa

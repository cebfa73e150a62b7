// Loads, stores and atomics of global, flat, scratch and buffer instructions.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <iterator>

#include "hip/isa/semantics.hpp"
#include "hip/isa/semantics/atomics.hpp"
#include "hip/isa/semantics/bind_memory.hpp"
#include "hip/isa/semantics/buffer_to_lds.hpp"
#include "hip/isa/semantics/lane_access.hpp"
#include "hip/isa/semantics/resolver.hpp"
#include "hip/isa/wave.hpp"
#include "hip/isa/words.hpp"

namespace gputest::isa {
namespace {

/// The size of one lane's access.
struct Access {
  Space space;
  u8 words;  ///< registers
  u8 bytes;  ///< of memory
  bool sign_extend = false;
  u8 half = 0;  ///< d16: 1 the lower half of the register, 2 the upper
  Atomic atomic = Atomic::none;
};

/// Whether accesses of all lanes can be merged into one.
constexpr bool can_run(Access access) {
  return (access.space == Space::global || access.space == Space::buffer) && access.bytes >= 4 &&
         access.atomic == Atomic::none;
}

/// Loads a run of lanes. Returns false without effect if they are not contiguous or some bytes are
/// undefined.
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

/// Stores a run of lanes; false as above.
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
  Resolver memory(wave, op, A.space, Use::read);
  if constexpr (can_run(A))
    if (load_run<A>(wave, op, memory)) return issue_vector(wave, A.space, op.out[0], false);
  u64 defined[A.words];
  std::fill(std::begin(defined), std::end(defined), ~0ull);
  const Operand& to = op.out[0];
  // Computes all addresses first, because the result may overwrite them.
  u32 words[A.words][kLanes];
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
  put_loaded(wave, to, words, defined);
  issue_vector(wave, A.space, to, false);
}

template <Access A>
void store(Wave& wave, const Operation& op) {
  Resolver memory(wave, op, A.space, Use::write);
  const Operand& data = op.in[2];
  require_ready(wave, data);
  if constexpr (can_run(A))
    if (store_run<A>(wave, data, memory)) return issue_vector(wave, A.space, data, true);
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
  issue_vector(wave, A.space, data, true);
}

template <Access A>
void change(Wave& wave, const Operation& op) {
  using Word = std::conditional_t<A.bytes == 4, u32, u64>;
  Resolver memory(wave, op, A.space, Use::atomic);
  const Operand& data = op.in[2];
  u64 known = ~0ull;
  require_defined(wave, data, "the operand of an atomic");
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
    issue_vector(wave, A.space, to, false);
  } else {
    issue_vector(wave, A.space, data, true);
  }
}

/// Makes and keeps the names of the table.
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
      add(space + "_load_" + name, run, &bind_vector_load);
    };
    if constexpr (S == Space::buffer)
      add("buffer_load_dword", &load<Access{S, 1, 4}>, &bind_buffer_load_dword);
    else
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
      add(space + "_store_" + name, run, &bind_vector_store);
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
    add(name, &change<Access{S, Bytes / 4, Bytes, false, 0, How}>, &bind_vector_atomic);
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

// LDS: loads, stores, atomics, and the exchange of words between lanes through its wires.
#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <deque>

#include "hip/isa/report.hpp"
#include "hip/isa/semantics.hpp"
#include "hip/isa/semantics/atomics.hpp"
#include "hip/isa/semantics/races.hpp"
#include "hip/isa/waits.hpp"
#include "hip/isa/wave.hpp"
#include "hip/isa/words.hpp"

namespace gputest::isa {
namespace {

/// The size of one lane's access.
struct LdsAccess {
  u8 words;         ///< registers of one access
  u8 bytes;         ///< of LDS
  u8 accesses = 1;  ///< 2: read2 and write2; their offsets count `scale` bytes
  u32 scale = 1;
  bool sign_extend = false;
  u8 half = 0;  ///< d16: 1 the lower half of the register, 2 the upper
  Atomic atomic = Atomic::none;
};

template <class F>
void for_active_lanes(const Wave& wave, F&& f) {
  for (u64 left = wave.exec(); left != 0; left &= left - 1)
    f(static_cast<unsigned>(std::countr_zero(left)));
}

void require_address(const Wave& wave, const Operand& address) {
  const u64 undefined = wave.exec() & ~defined_lanes(wave, address);
  if (undefined != 0)
    throw Fault(fmt::format("the address in lane {} is undefined", std::countr_zero(undefined)));
}

/// The lane's address in LDS.
u32 place(const Wave& wave, const Operation& op, const LdsAccess& access, unsigned lane,
          unsigned which) {
  const auto offset = static_cast<u32>(which == 0 ? op.offset : op.offset1) * access.scale;
  const u32 at = wave.vectors[op.in[0].index].lane[lane] + offset;
  const auto size = wave.block->lds.size();
  if (at > size || access.bytes > size - at)
    throw Fault(
        fmt::format("lane {} accesses {} bytes of LDS at {}, of {}", lane, access.bytes, at, size));
  return at;
}

template <LdsAccess A>
void read(Wave& wave, const Operation& op) {
  require_address(wave, op.in[0]);
  const u64 exec = wave.exec();
  const Operand& to = op.out[0];
  constexpr unsigned kWords = A.words * A.accesses;
  u32 words[kWords][kLanes];
  u64 defined[A.accesses] = {};
  u32 last[A.accesses];
  for (u32& at : last) at = ~0u;
  for_active_lanes(wave, [&](unsigned lane) {
    for (unsigned which = 0; which < A.accesses; ++which) {
      const u32 at = place(wave, op, A, lane, which);
      // Neighbouring lanes often read the same word.
      if (at != last[which]) touch_lds(wave, lane, at, A.bytes, Use::read);
      last[which] = at;
      const u8* const from = wave.block->lds.data() + at;
      const u8* const written = wave.block->lds_written.data() + at;
      if (all_have_value<A.bytes>(written))
        defined[which] |= u64{1} << lane;
      else
        remark(wave, op, lane, "reads an undefined value in LDS");
      if constexpr (A.bytes >= 4) {
        for (unsigned k = 0; k < A.words; ++k)
          std::memcpy(&words[which * A.words + k][lane], from + 4 * k, 4);
      } else {
        u32 word = 0;
        std::memcpy(&word, from, A.bytes);
        constexpr unsigned unused = 32 - 8 * A.bytes;
        if (A.sign_extend)
          word = static_cast<u32>(static_cast<std::int32_t>(word << unused) >> unused);
        const u32 old = wave.vectors[to.index].lane[lane];
        if (A.half == 1) word = (word & 0xFFFF) | (old & 0xFFFF'0000);
        if (A.half == 2) word = word << 16 | (old & 0xFFFF);
        words[which][lane] = word;
      }
    }
  });
  for (unsigned k = 0; k < kWords; ++k) {
    u32* const lanes = wave.vectors[to.index + k].lane.data();
    for (unsigned lane = 0; lane < wave.lanes; ++lane)
      if ((exec >> lane & 1) != 0) lanes[lane] = words[k][lane];
    mark(wave, to.index + k, exec, defined[k / A.words]);
  }
  issue(wave, wave.other_memory, {to.index, to.words, false, true});
}

template <LdsAccess A>
void write(Wave& wave, const Operation& op) {
  require_address(wave, op.in[0]);
  u64 defined[A.accesses];
  for (unsigned which = 0; which < A.accesses; ++which)
    defined[which] = defined_lanes(wave, op.in[1 + which]);
  for_active_lanes(wave, [&](unsigned lane) {
    for (unsigned which = 0; which < A.accesses; ++which) {
      const u32 at = place(wave, op, A, lane, which);
      touch_lds(wave, lane, at, A.bytes, Use::write);
      u8* const to = wave.block->lds.data() + at;
      const unsigned data = op.in[1 + which].index;
      if constexpr (A.bytes >= 4) {
        for (unsigned k = 0; k < A.words; ++k)
          std::memcpy(to + 4 * k, &wave.vectors[data + k].lane[lane], 4);
      } else {
        const u32 word = wave.vectors[data].lane[lane] >> (A.half == 2 ? 16 : 0);
        std::memcpy(to, &word, A.bytes);
      }
      std::memset(wave.block->lds_written.data() + at, static_cast<int>(defined[which] >> lane & 1),
                  A.bytes);
    }
  });
  issue(wave, wave.other_memory, {});
}

/// Compare-and-swap takes the comparison value first, unlike in memory.
template <LdsAccess A, bool Returns>
void change(Wave& wave, const Operation& op) {
  using Word = std::conditional_t<A.bytes == 4, u32, u64>;
  require_address(wave, op.in[0]);
  const u64 exec = wave.exec();
  u64 defined = defined_lanes(wave, op.in[1]);
  if (op.in[2].words != 0) defined &= defined_lanes(wave, op.in[2]);
  if ((exec & ~defined) != 0) throw Fault("the operand of an atomic is undefined");
  Word old_words[kLanes];
  u64 known = 0;
  for_active_lanes(wave, [&](unsigned lane) {
    const auto word_of = [&](const Operand& operand) {
      u64 word = wave.vectors[operand.index].lane[lane];
      if (A.bytes == 8) word |= static_cast<u64>(wave.vectors[operand.index + 1u].lane[lane]) << 32;
      return static_cast<Word>(word);
    };
    const u32 at = place(wave, op, A, lane, 0);
    touch_lds(wave, lane, at, A.bytes, Use::atomic);
    Word old = 0;
    std::memcpy(&old, wave.block->lds.data() + at, A.bytes);
    const bool swaps = A.atomic == Atomic::compare_swap;
    const Word by = word_of(op.in[swaps ? 2 : 1]), other = swaps ? word_of(op.in[1]) : Word{0};
    const Word now = changed<Word>(A.atomic, old, by, other);
    std::memcpy(wave.block->lds.data() + at, &now, A.bytes);
    u8* const written = wave.block->lds_written.data() + at;
    if (all_have_value<A.bytes>(written))
      known |= u64{1} << lane;
    else if (A.atomic != Atomic::swap)
      remark(wave, op, lane, "changes an undefined value in LDS");
    if (A.atomic == Atomic::swap) std::memset(written, 1, A.bytes);
    old_words[lane] = old;
  });
  if constexpr (Returns) {
    const Operand& to = op.out[0];
    for_active_lanes(wave, [&](unsigned lane) {
      wave.vectors[to.index].lane[lane] = static_cast<u32>(old_words[lane]);
      if (A.bytes == 8)
        wave.vectors[to.index + 1u].lane[lane] = static_cast<u32>(u64{old_words[lane]} >> 32);
    });
    for (unsigned k = 0; k < to.words; ++k) mark(wave, to.index + k, exec, known);
    issue(wave, wave.other_memory, {to.index, to.words, false, true});
  } else {
    issue(wave, wave.other_memory, {});
  }
}

/// Each lane takes the word of the lane that `from` names. If that lane is inactive, the hardware
/// gives zero, but the source language defines no value: the result is undefined here.
template <class F>
void gather(Wave& wave, const Operation& op, const Operand& data, F&& from) {
  const u64 exec = wave.exec(), defined = defined_lanes(wave, data);
  u32 words[kLanes];
  u64 known = 0;
  for_active_lanes(wave, [&](unsigned lane) {
    const unsigned source = from(lane);
    const bool is_active = (exec >> source & 1) != 0;
    words[lane] = is_active ? wave.vectors[data.index].lane[source] : 0;
    if (!is_active)
      remark(wave, op, lane, fmt::format("reads lane {}, which is not active", source));
    else if ((defined >> source & 1) != 0)
      known |= u64{1} << lane;
  });
  for_active_lanes(wave,
                   [&](unsigned lane) { wave.vectors[op.out[0].index].lane[lane] = words[lane]; });
  mark(wave, op.out[0].index, exec, known);
  issue(wave, wave.other_memory, {op.out[0].index, 1, false, true});
}

void take_permuted(Wave& wave, const Operation& op) {
  require_address(wave, op.in[0]);
  gather(wave, op, op.in[1], [&](unsigned lane) {
    const u32 byte = wave.vectors[op.in[0].index].lane[lane] + static_cast<u32>(op.offset);
    return byte / 4 % wave.lanes;
  });
}
void give_permuted(Wave& wave, const Operation& op) {
  require_address(wave, op.in[0]);
  const u64 exec = wave.exec(), defined = defined_lanes(wave, op.in[1]);
  u32 words[kLanes] = {};
  u64 known = ~0ull;
  for_active_lanes(wave, [&](unsigned lane) {
    const u32 byte = wave.vectors[op.in[0].index].lane[lane] + static_cast<u32>(op.offset);
    const unsigned to = byte / 4 % wave.lanes;
    words[to] = wave.vectors[op.in[1].index].lane[lane];
    known = (known & ~(u64{1} << to)) | (defined >> lane & 1) << to;
  });
  for_active_lanes(wave,
                   [&](unsigned lane) { wave.vectors[op.out[0].index].lane[lane] = words[lane]; });
  mark(wave, op.out[0].index, exec, known);
  issue(wave, wave.other_memory, {op.out[0].index, 1, false, true});
}
/// DS_SWIZZLE_B32 of the manuals; `immediate` is the offset.
void take_swizzled(Wave& wave, const Operation& op) {
  gather(wave, op, op.in[0], [&](unsigned lane) {
    const u32 how = op.immediate;
    if ((how & 0x8000) != 0) return (lane & ~3u) + (how >> (2 * (lane & 3)) & 3);
    const unsigned within = lane & 31;
    return (lane & ~31u) + (((within & (how & 31)) | (how >> 5 & 31)) ^ (how >> 10 & 31));
  });
}

void bind_offsets(const Syntax& syntax, Operation& op) {
  for (const Modifier& modifier : syntax.modifiers) {
    if (modifier.name == "offset" || modifier.name == "offset0")
      op.offset = number_of(modifier);
    else if (modifier.name == "offset1")
      op.offset1 = static_cast<u32>(number_of(modifier));
    else
      throw Fault("the modifier " + modifier.name + " is not implemented");
  }
}
void bind_read(const Syntax& syntax, const Surroundings& in, Operation& op) {
  op.out[0] = parse_operand(syntax.operands.at(0), Type::b32, in);
  op.in[0] = parse_operand(syntax.operands.at(1), Type::b32, in);
  if (syntax.operands.size() > 2) op.in[1] = parse_operand(syntax.operands[2], Type::b32, in);
  if (syntax.operands.size() > 3) op.in[2] = parse_operand(syntax.operands[3], Type::b32, in);
  bind_offsets(syntax, op);
}
void bind_write(const Syntax& syntax, const Surroundings& in, Operation& op) {
  op.in[0] = parse_operand(syntax.operands.at(0), Type::b32, in);
  op.in[1] = parse_operand(syntax.operands.at(1), Type::b32, in);
  if (syntax.operands.size() > 2) op.in[2] = parse_operand(syntax.operands[2], Type::b32, in);
  bind_offsets(syntax, op);
}
/// offset:swizzle(QUAD_PERM,0,1,2,3), offset:swizzle(BITMASK_PERM,"01pip"), (SWAP,n), (REVERSE,n),
/// (BROADCAST,group,lane).
void bind_swizzle(const Syntax& syntax, const Surroundings& in, Operation& op) {
  op.out[0] = parse_operand(syntax.operands.at(0), Type::b32, in);
  op.in[0] = parse_operand(syntax.operands.at(1), Type::b32, in);
  const Modifier* const offset = syntax.find("offset");
  if (offset == nullptr) return;
  const std::string& how = offset->value;
  const auto numbers_from = [&](std::size_t at) {
    std::vector<u32> numbers;
    for (; at != how.npos; at = how.find(',', at + 1))
      numbers.push_back(static_cast<u32>(std::stoul(how.substr(at + 1))));
    return numbers;
  };
  const auto masks = [](u32 keep, u32 set, u32 flip) { return keep | set << 5 | flip << 10; };
  if (how.starts_with("swizzle(QUAD_PERM")) {
    const auto lanes = numbers_from(how.find(','));
    op.immediate = 0x8000 | lanes.at(0) | lanes.at(1) << 2 | lanes.at(2) << 4 | lanes.at(3) << 6;
  } else if (how.starts_with("swizzle(SWAP")) {
    op.immediate = masks(31, 0, numbers_from(how.find(',')).at(0));
  } else if (how.starts_with("swizzle(REVERSE")) {
    op.immediate = masks(31, 0, numbers_from(how.find(',')).at(0) - 1);
  } else if (how.starts_with("swizzle(BROADCAST")) {
    const auto numbers = numbers_from(how.find(','));
    op.immediate = masks(32 - numbers.at(0), numbers.at(1), 0);
  } else if (how.starts_with("swizzle(BITMASK_PERM")) {
    const auto quote = how.find('"');
    u32 keep = 0, set = 0, flip = 0;
    for (unsigned k = 0; k < 5; ++k) {
      const char c = how.at(quote + 1 + k);
      const u32 bit = 16u >> k;
      if (c == 'p' || c == 'i') keep |= bit;
      if (c == '1') set |= bit;
      if (c == 'i') flip |= bit;
    }
    op.immediate = masks(keep, set, flip);
  } else {
    op.immediate = static_cast<u32>(number_of(*offset));
  }
}

/// Makes and keeps the names of the table.
class LdsTable {
 public:
  LdsTable() {
    add("ds_read_b32", &read<LdsAccess{1, 4}>, &bind_read);
    add("ds_read_b64", &read<LdsAccess{2, 8}>, &bind_read);
    add("ds_read_b96", &read<LdsAccess{3, 12}>, &bind_read);
    add("ds_read_b128", &read<LdsAccess{4, 16}>, &bind_read);
    add("ds_read_u8", &read<LdsAccess{1, 1}>, &bind_read);
    add("ds_read_i8", &read<LdsAccess{1, 1, 1, 1, true}>, &bind_read);
    add("ds_read_u16", &read<LdsAccess{1, 2}>, &bind_read);
    add("ds_read_i16", &read<LdsAccess{1, 2, 1, 1, true}>, &bind_read);
    add("ds_read_u8_d16", &read<LdsAccess{1, 1, 1, 1, false, 1}>, &bind_read);
    add("ds_read_u8_d16_hi", &read<LdsAccess{1, 1, 1, 1, false, 2}>, &bind_read);
    add("ds_read_u16_d16", &read<LdsAccess{1, 2, 1, 1, false, 1}>, &bind_read);
    add("ds_read_u16_d16_hi", &read<LdsAccess{1, 2, 1, 1, false, 2}>, &bind_read);
    add("ds_read2_b32", &read<LdsAccess{1, 4, 2, 4}>, &bind_read);
    add("ds_read2_b64", &read<LdsAccess{2, 8, 2, 8}>, &bind_read);
    add("ds_read2st64_b32", &read<LdsAccess{1, 4, 2, 256}>, &bind_read);
    add("ds_read2st64_b64", &read<LdsAccess{2, 8, 2, 512}>, &bind_read);
    add("ds_write_b32", &write<LdsAccess{1, 4}>, &bind_write);
    add("ds_write_b64", &write<LdsAccess{2, 8}>, &bind_write);
    add("ds_write_b96", &write<LdsAccess{3, 12}>, &bind_write);
    add("ds_write_b128", &write<LdsAccess{4, 16}>, &bind_write);
    add("ds_write_b8", &write<LdsAccess{1, 1}>, &bind_write);
    add("ds_write_b16", &write<LdsAccess{1, 2}>, &bind_write);
    add("ds_write_b8_d16_hi", &write<LdsAccess{1, 1, 1, 1, false, 2}>, &bind_write);
    add("ds_write_b16_d16_hi", &write<LdsAccess{1, 2, 1, 1, false, 2}>, &bind_write);
    add("ds_write2_b32", &write<LdsAccess{1, 4, 2, 4}>, &bind_write);
    add("ds_write2_b64", &write<LdsAccess{2, 8, 2, 8}>, &bind_write);
    add("ds_write2st64_b32", &write<LdsAccess{1, 4, 2, 256}>, &bind_write);
    add("ds_write2st64_b64", &write<LdsAccess{2, 8, 2, 512}>, &bind_write);
    add_atomic<Atomic::add>("add", "u");
    add_atomic<Atomic::subtract>("sub", "u");
    add_atomic<Atomic::smin>("min", "i");
    add_atomic<Atomic::umin>("min", "u");
    add_atomic<Atomic::smax>("max", "i");
    add_atomic<Atomic::umax>("max", "u");
    add_atomic<Atomic::bit_and>("and", "b");
    add_atomic<Atomic::bit_or>("or", "b");
    add_atomic<Atomic::bit_xor>("xor", "b");
    add_atomic<Atomic::increment>("inc", "u");
    add_atomic<Atomic::decrement>("dec", "u");
    add_atomic<Atomic::compare_swap>("cmpst", "b");
    add_one<Atomic::float_add, 4>("add", "f32");
    add_one<Atomic::float_add, 8>("add", "f64");
    add_one<Atomic::float_min, 4>("min", "f32");
    add_one<Atomic::float_max, 4>("max", "f32");
    add("ds_wrxchg_rtn_b32", &change<LdsAccess{1, 4, 1, 1, false, 0, Atomic::swap}, true>,
        &bind_read);
    add("ds_wrxchg_rtn_b64", &change<LdsAccess{2, 8, 1, 1, false, 0, Atomic::swap}, true>,
        &bind_read);
    add("ds_bpermute_b32", &take_permuted, &bind_read);
    add("ds_permute_b32", &give_permuted, &bind_read);
    add("ds_swizzle_b32", &take_swizzled, &bind_swizzle);
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
  template <Atomic How, unsigned Bytes>
  void add_one(const std::string& name, const std::string& type) {
    constexpr LdsAccess access{Bytes / 4, Bytes, 1, 1, false, 0, How};
    add("ds_" + name + "_" + type, &change<access, false>, &bind_write);
    add("ds_" + name + "_rtn_" + type, &change<access, true>, &bind_read);
  }
  template <Atomic How>
  void add_atomic(const std::string& name, const std::string& letter) {
    add_one<How, 4>(name, letter + "32");
    add_one<How, 8>(name, letter + "64");
  }

  std::deque<std::string> names_;
  std::vector<Semantics> all_;
};

}  // namespace

std::span<const Semantics> lds_instructions() {
  static const LdsTable table;
  return table.all();
}

}  // namespace gputest::isa

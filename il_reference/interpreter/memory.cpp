// Instructions that read and write memory, lane by lane: resources, g[], indexed temps, LDS, UAVs.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "il_reference/interpreter/machine.hpp"
#include "il_reference/semantics/il_semantics.h"

namespace gputest::il {
namespace {

template <typename F>
void each_active(const Wave& wave, F f) {
  for (unsigned lane = 0; lane < lanes; ++lane) {
    if ((wave.active >> lane & 1u) != 0) f(lane);
  }
}

Word* result_column(Wave& wave, unsigned slot) {
  return wave.memory.data() + wave.machine.results + slot * lanes;
}

bool stored(const Op& op, unsigned slot) { return op.text->destination.mask[slot] != Write::keep; }

/// The word that a store with this mask writes to a slot.
Word stored_word(const Op& op, unsigned slot, Word value) {
  const Write write = op.text->destination.mask[slot];
  return write == Write::result ? value : write == Write::one ? IL_ONE : 0u;
}

/// The element that an index names, or an error.
std::uint32_t element(Wave& wave, const Op& op, std::string_view name, const Index& index,
                      Column column, unsigned lane, std::uint64_t size) {
  std::int64_t at = index.offset;
  if (index.relative) at += static_cast<std::int32_t>(wave.column(column)[lane]);
  if (at < 0 || static_cast<std::uint64_t>(at) >= size) {
    fail_at(*op.text,
            fmt::format("{}[{}] is out of the bounds of its {} elements", name, at, size));
  }
  return static_cast<std::uint32_t>(at);
}

std::string name_of(File file, std::uint32_t number) { return name(file, number); }

// ---- Resources ----

std::uint32_t clamped(float coordinate, std::uint32_t size) {
  // "Not above 0" includes NaN.
  if (!(coordinate > 0.0f)) return 0;
  if (coordinate >= static_cast<float>(size)) return size - 1;
  return std::min(static_cast<std::uint32_t>(coordinate), size - 1);
}

std::uint32_t clamped(std::int64_t coordinate, std::uint32_t size) {
  return static_cast<std::uint32_t>(
      std::clamp<std::int64_t>(coordinate, 0, static_cast<std::int64_t>(size) - 1));
}

void read_resource(Wave& wave, const Op& op) {
  const Suffixes& suffixes = op.text->suffixes;
  const BoundResource& resource = wave.machine.resources[suffixes.resource];
  const ReadSurface& surface = resource.surface;
  const Word* const u = wave.column(op.sources[0][0]);
  const Word* const v = wave.column(op.sources[0][1]);
  const Word* const w = wave.column(op.sources[0][2]);
  const bool layered = op.text->coordinates == 3;
  const bool flat = surface.height == 1;
  const bool normalized = is_normalized(wave.machine.program, suffixes);
  const bool array = is_array(wave.machine.program, suffixes.resource);
  const bool compares = op.text->opcode == Opcode::sample_c_lz;
  const Word* const reference = wave.column(op.sources[compares ? 1 : 0][0]);
  const auto coordinate = [&](Word bits, std::size_t axis, std::uint32_t size) {
    if (op.text->opcode == Opcode::load) {
      return clamped(static_cast<std::int64_t>(static_cast<std::int32_t>(bits)) +
                         static_cast<std::int64_t>(suffixes.offset[axis]),
                     size);
    }
    float position = il_float(bits);
    // The third coordinate of an array is a layer's number.
    if (normalized && !(axis == 2 && array)) position *= static_cast<float>(size);
    return clamped(position + suffixes.offset[axis], size);
  };
  Word* const out[4] = {result_column(wave, 0), result_column(wave, 1), result_column(wave, 2),
                        result_column(wave, 3)};
  each_active(wave, [&](unsigned lane) {
    const std::size_t x = coordinate(u[lane], 0, surface.width);
    const std::size_t y = flat ? 0 : coordinate(v[lane], 1, surface.height);
    const std::size_t z = layered ? coordinate(w[lane], 2, surface.depth) : 0;
    const std::size_t row = z * surface.height + y;
    const Word* const from = &surface.memory[(row * surface.pitch + x) * resource.words];
    for (unsigned slot = 0; slot < 4; ++slot) {
      out[slot][lane] = compares                ? il_compare(reference[lane], from[0])
                        : resource.words == 1   ? from[0]
                        : slot < resource.words ? from[slot]
                                                : resource.missing[slot];
    }
  });
}

// ---- LDS ----

std::uint32_t owned_word(Wave& wave, const Op& op, std::uint64_t thread, std::uint64_t word) {
  const std::uint64_t each = wave.machine.program.lds_words_per_thread;
  const std::uint64_t threads = wave.group->owned_lds.size() / each;
  if (thread >= threads || word >= each) {
    fail_at(*op.text,
            fmt::format("word {} of thread {} is out of the bounds of LDS, {} words of {} "
                        "threads",
                        word, thread, each, threads));
  }
  return static_cast<std::uint32_t>(thread * each + word);
}

void write_owned(Wave& wave, const Op& op) {
  each_active(wave, [&](unsigned lane) {
    for (unsigned slot = 0; slot < 4; ++slot) {
      if (!stored(op, slot)) continue;
      const std::uint64_t word = std::uint64_t{op.text->suffixes.lds_offset} + slot;
      wave.group->owned_lds[owned_word(wave, op, wave.first_thread + lane, word)] =
          stored_word(op, slot, wave.column(op.sources[0][slot])[lane]);
    }
  });
}

void read_owned(Wave& wave, const Op& op) {
  const bool exchange = op.text->suffixes.neighbour_exchange;
  const Word* const thread = wave.column(op.sources[0][0]);
  const Word* const first = wave.column(op.sources[0][1]);
  std::array<std::array<Word, 4>, lanes> read{};
  each_active(wave, [&](unsigned lane) {
    for (unsigned slot = 0; slot < 4; ++slot) {
      if (!exchange && (op.written >> slot & 1u) == 0) continue;
      const std::uint64_t word = std::uint64_t{first[lane]} + slot;
      read[lane][slot] = wave.group->owned_lds[owned_word(wave, op, thread[lane], word)];
    }
  });
  for (unsigned slot = 0; slot < 4; ++slot) {
    Word* const out = result_column(wave, slot);
    for (unsigned lane = 0; lane < lanes; ++lane) {
      // Four neighbours hold the rows of a 4 × 4 matrix; the exchange transposes it.
      out[lane] = exchange ? read[(lane & ~3u) + slot][lane & 3u] : read[lane][slot];
    }
  }
}

// ---- LDS by byte, and UAVs ----

/// A run of words in memory, with its name for errors.
struct Words {
  std::span<Word> memory;
  std::string_view kind;
  std::uint32_t id = 0;
};

Word& at_word(const Op& op, const Words& words, std::uint64_t word) {
  if (word >= words.memory.size()) {
    fail_at(*op.text, fmt::format("byte {} is out of the bounds of {} {}, {} bytes", word * 4,
                                  words.kind, words.id, words.memory.size() * 4));
  }
  return words.memory[word];
}

Word load_word(const Word& word, bool shared_by_groups) {
  if (!shared_by_groups) return word;
  return std::atomic_ref<Word>(const_cast<Word&>(word)).load(std::memory_order_relaxed);
}

void store_word(Word& word, Word value, bool shared_by_groups) {
  if (shared_by_groups) {
    std::atomic_ref<Word>(word).store(value, std::memory_order_relaxed);
  } else {
    word = value;
  }
}

/// The first word at an address: of a structure, of a typed element, or of bytes.
std::uint64_t first_word(Wave& wave, const Op& op, const UavBinding& bound, const Uav* declared,
                         unsigned lane) {
  const std::uint64_t x = wave.column(op.sources[0][0])[lane];
  const std::uint64_t y = wave.column(op.sources[0][1])[lane];
  if (declared != nullptr && declared->kind == UavKind::structured) {
    return (x * declared->stride + y) / 4;
  }
  if (declared == nullptr || declared->kind != UavKind::typed) return x / 4;
  const unsigned axes = coordinates_of(declared->dimension);
  const std::uint64_t row = axes >= 2 ? y : 0;
  const std::uint64_t layer = axes == 3 ? wave.column(op.sources[0][2])[lane] : 0;
  if (x >= bound.width || row >= bound.height || layer >= bound.depth) {
    fail_at(*op.text,
            fmt::format("element ({}, {}, {}) is out of the bounds of UAV {}, {} x {} x {}", x, row,
                        layer, op.text->suffixes.id, bound.width, bound.height, bound.depth));
  }
  return ((layer * bound.height + row) * bound.pitch + x) * words(bound.format);
}

using Update = Word (*)(Word, Word);

/// An atomic's update of a word; null for those that only compare or exchange.
Update update_of(Opcode opcode) {
  switch (opcode) {
#define IL_ATOMIC_CASES(name)   \
  case Opcode::lds_##name:      \
  case Opcode::lds_read_##name: \
  case Opcode::uav_##name:      \
  case Opcode::uav_read_##name: \
    return il_atomic_##name;
    IL_ATOMIC_CASES(add)
    IL_ATOMIC_CASES(sub)
    IL_ATOMIC_CASES(rsub)
    IL_ATOMIC_CASES(and)
    IL_ATOMIC_CASES(or)
    IL_ATOMIC_CASES(xor)
    IL_ATOMIC_CASES(min)
    IL_ATOMIC_CASES(max)
    IL_ATOMIC_CASES(umin)
    IL_ATOMIC_CASES(umax)
    IL_ATOMIC_CASES(uinc)
    IL_ATOMIC_CASES(udec)
#undef IL_ATOMIC_CASES
#define IL_GDS_CASES(name, update) \
  case Opcode::gds_##name:         \
  case Opcode::gds_read_##name:    \
    return il_atomic_##update;
    IL_GDS_CASES(add, add)
    IL_GDS_CASES(sub, sub)
    IL_GDS_CASES(rsub, rsub)
    IL_GDS_CASES(and, and)
    IL_GDS_CASES(or, or)
    IL_GDS_CASES(xor, xor)
    IL_GDS_CASES(min, min)
    IL_GDS_CASES(max, max)
    IL_GDS_CASES(umin, umin)
    IL_GDS_CASES(umax, umax)
    IL_GDS_CASES(inc, uinc)
    IL_GDS_CASES(dec, udec)
#undef IL_GDS_CASES
    case Opcode::lds_read_xchg:
    case Opcode::gds_read_xchg:
    case Opcode::uav_read_xchg:
      return [](Word, Word b) { return b; };
    default:
      return nullptr;
  }
}

bool is_atomic(Opcode opcode) {
  switch (opcode) {
    case Opcode::lds_cmp:
    case Opcode::lds_read_cmp_xchg:
    case Opcode::uav_cmp:
    case Opcode::uav_read_cmp_xchg:
    case Opcode::gds_cmp_store:
    case Opcode::gds_read_cmp_xchg:
    case Opcode::gds_mskor:
    case Opcode::gds_read_mskor:
      return true;
    default:
      return update_of(opcode) != nullptr;
  }
}

Word atomic(const Op& op, Word& word, Word b, Word c) {
  const std::atomic_ref<Word> shared(word);
  const Opcode opcode = op.text->opcode;
  if (opcode == Opcode::gds_mskor || opcode == Opcode::gds_read_mskor) {
    Word before = shared.load();
    while (!shared.compare_exchange_weak(before, il_atomic_mskor(before, b, c))) {
    }
    return before;
  }
  const Update update = update_of(opcode);
  if (update == nullptr) {
    Word expected = b;
    shared.compare_exchange_strong(expected, c);
    return expected;
  }
  Word before = shared.load();
  while (!shared.compare_exchange_weak(before, update(before, b))) {
  }
  return before;
}

// `word_of` gives the first of a lane's `width` words. With `spread`, a load sets all slots to the
// first word. The last source is the stored value.
template <typename WordOf>
void access_words(Wave& wave, const Op& op, const Words& memory, bool groups, unsigned width,
                  bool spread, WordOf word_of) {
  const Instruction& i = *op.text;
  const bool loads = info(i.opcode).result == 'b';
  const std::size_t last = i.source_count - 1u;
  each_active(wave, [&](unsigned lane) {
    const std::uint64_t first = word_of(lane);
    if (is_atomic(i.opcode)) {
      const Word b = wave.column(op.sources[1][0])[lane];
      const Word c = i.source_count > 2 ? wave.column(op.sources[2][0])[lane] : 0u;
      const Word before = atomic(op, at_word(op, memory, first), b, c);
      for (unsigned slot = 0; slot < 4; ++slot) result_column(wave, slot)[lane] = before;
      return;
    }
    for (unsigned slot = 0; slot < 4; ++slot) {
      if (loads) {
        if ((op.written >> slot & 1u) == 0) continue;
        const unsigned offset = spread ? 0 : slot;
        result_column(wave, slot)[lane] =
            offset < width ? load_word(at_word(op, memory, first + offset), groups) : 0u;
      } else if (i.has_destination ? stored(op, slot) && slot < width : slot == 0) {
        const Word value = wave.column(op.sources[last][slot])[lane];
        store_word(at_word(op, memory, first + slot),
                   i.has_destination ? stored_word(op, slot, value) : value, groups);
      }
    }
  });
}

void access_lds(Wave& wave, const Op& op) {
  const std::uint32_t id = op.text->suffixes.id;
  const Words memory{wave.group->lds.at(id), "LDS", id};
  const std::uint64_t stride = wave.group->lds_strides.at(id);
  const Opcode opcode = op.text->opcode;
  const bool two = opcode == Opcode::lds_load_vec || opcode == Opcode::lds_store_vec;
  const Word* const a = wave.column(op.sources[0][0]);
  const Word* const b = two ? wave.column(op.sources[1][0]) : wave.column(op.sources[0][1]);
  const bool one_word = opcode == Opcode::lds_load || opcode == Opcode::lds_store;
  access_words(wave, op, memory, false, one_word ? 1 : 4, one_word,
               [&](unsigned lane) -> std::uint64_t {
                 const std::uint64_t x = a[lane];
                 if (one_word) return x / 4;
                 if (stride != 0) return (x * stride + b[lane]) / 4;
                 return (two ? x + b[lane] : x) / 4;
               });
}

void access_bytes(Wave& wave, const Op& op, const Words& memory) {
  const unsigned size = op.text->suffixes.size;
  const Word mask = size == 1 ? 0xFFu : 0xFFFFu;
  const Word* const address = wave.column(op.sources[0][0]);
  each_active(wave, [&](unsigned lane) {
    const unsigned shift = 8 * (address[lane] & (size == 1 ? 3u : 2u));
    Word& word = at_word(op, memory, address[lane] / 4);
    const std::atomic_ref<Word> shared(word);
    if (op.text->opcode == Opcode::uav_arena_load) {
      const Word value = shared.load(std::memory_order_relaxed) >> shift & mask;
      for (unsigned slot = 0; slot < 4; ++slot) result_column(wave, slot)[lane] = value;
    } else {
      const Word value = wave.column(op.sources[1][0])[lane] & mask;
      Word before = shared.load();
      while (!shared.compare_exchange_weak(before, (before & ~(mask << shift)) | value << shift)) {
      }
    }
  });
}

void access_uav(Wave& wave, const Op& op) {
  const Suffixes& suffixes = op.text->suffixes;
  const UavBinding& bound = *wave.machine.uavs[suffixes.id];
  const Uav* const declared = wave.machine.uav_declarations[suffixes.id];
  const bool shared = is_gds(suffixes.id);
  const Words memory{bound.memory, shared ? "GDS" : "UAV", suffixes.id % first_gds};
  const Opcode opcode = op.text->opcode;
  const bool arena = opcode == Opcode::uav_arena_load || opcode == Opcode::uav_arena_store;
  if (arena && suffixes.size != 4) return access_bytes(wave, op, memory);
  const bool typed = opcode == Opcode::uav_load || opcode == Opcode::uav_store;
  const bool one_word = arena || shared;
  const unsigned width = one_word ? 1 : typed ? words(bound.format) : 4;
  access_words(wave, op, memory, true, width, one_word,
               [&](unsigned lane) { return first_word(wave, op, bound, declared, lane); });
}

}  // namespace

void access_memory(Wave& wave, const Op& op) {
  switch (info(op.text->opcode).shape) {
    case Shape::texture:
      return read_resource(wave, op);
    case Shape::uav:
      return access_uav(wave, op);
    default:
      break;
  }
  if (op.text->opcode == Opcode::lds_write_vec) return write_owned(wave, op);
  if (op.text->opcode == Opcode::lds_read_vec) return read_owned(wave, op);
  access_lds(wave, op);
}

void gather(Wave& wave, const Op& op, std::size_t number) {
  const Source& source = op.text->sources[number];
  const Fetch& fetched = op.fetches[number];
  const Machine& machine = wave.machine;
  const std::string text = name_of(source.file, source.number);
  std::span<const Word> words;
  Machine::Array array;
  std::uint64_t size = 0;
  if (source.file == File::indexed_temp) {
    array = machine.indexed_temps.at(source.number);
    size = array.size;
  } else if (source.file == File::constant) {
    words = machine.constants.at(source.number);
    size = words.size() / 4;
  } else {
    words = machine.bindings.global;
    size = words.size() / 4;
  }
  each_active(wave, [&](unsigned lane) {
    const std::size_t at = element(wave, op, text, source.index, fetched.index, lane, size);
    for (unsigned slot = 0; slot < 4; ++slot) {
      if ((fetched.slots >> slot & 1u) == 0) continue;
      const Select select = source.swizzle[slot];
      const auto letter = static_cast<std::size_t>(select);
      Word value = select == Select::one ? IL_ONE : 0u;
      if (select < Select::zero) {
        value = source.file == File::indexed_temp
                    ? wave.memory[array.offset + (at * 4 + letter) * lanes + lane]
                    : load_word(words[at * 4 + letter], source.file == File::global);
      }
      wave.column(fetched.to[slot])[lane] = value;
    }
  });
}

void scatter(Wave& wave, const Op& op) {
  const Destination& d = op.text->destination;
  const std::string text = name_of(d.file, d.number);
  Machine::Array array;
  const std::span<Word> global = wave.machine.bindings.global;
  std::uint64_t size = global.size() / 4;
  if (d.file == File::indexed_temp) {
    array = wave.machine.indexed_temps.at(d.number);
    size = array.size;
  }
  each_active(wave, [&](unsigned lane) {
    const std::size_t at = element(wave, op, text, d.index, op.destination_index, lane, size);
    for (unsigned slot = 0; slot < 4; ++slot) {
      if (!stored(op, slot)) continue;
      const Word value = stored_word(op, slot, result_column(wave, slot)[lane]);
      if (d.file == File::indexed_temp) {
        wave.memory[array.offset + (at * 4 + slot) * lanes + lane] = value;
      } else {
        store_word(global[at * 4 + slot], value, true);
      }
    }
  });
}

}  // namespace gputest::il

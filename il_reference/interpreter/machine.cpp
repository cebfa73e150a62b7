// Decoding: finds the columns that every operand reads or writes.
#include "il_reference/interpreter/machine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "il_reference/language/located_error.hpp"
#include "il_reference/language/usage.hpp"
#include "il_reference/semantics/il_semantics.h"

namespace gputest::il {
namespace {

constexpr std::uint32_t column_words = lanes;
constexpr std::uint32_t register_words = 4 * lanes;

// Registers of thread ids, in the order of a wavefront's memory.
constexpr std::uint32_t id_registers = 8;

std::uint32_t id_register(File file) {
  switch (file) {
    case File::absolute_thread_flat:
      return 1;
    case File::thread_in_group_flat:
      return 2;
    case File::group_flat:
      return 3;
    case File::absolute_thread:
      return 4;
    case File::thread_in_group:
      return 5;
    case File::group:
      return 6;
    case File::object_index:
      return 7;
    default:
      return 0;  // vWinCoord0 and v0
  }
}

class Decoder {
 public:
  explicit Decoder(Machine& machine) : m_(machine) {}

  void run() {
    constants(0);
    constants(IL_ONE);
    for (const Literal& literal : m_.program.literals) {
      literals_[literal.number] = static_cast<std::uint32_t>(m_.shared.size());
      for (const Word bits : literal.bits) constants(bits);
    }
    place_registers();
    bind();
    m_.ops.reserve(m_.program.instructions.size());
    for (const Instruction& i : m_.program.instructions) {
      if (i.opcode == Opcode::endmain) m_.end_of_main = static_cast<std::uint32_t>(m_.ops.size());
      m_.ops.push_back(decode(i));
    }
  }

 private:
  // A column with the same word in all lanes.
  std::uint32_t constants(Word word) {
    const auto offset = static_cast<std::uint32_t>(m_.shared.size());
    m_.shared.insert(m_.shared.end(), column_words, word);
    return offset;
  }

  void place_registers() {
    std::uint32_t next = 0;
    const auto place = [&](std::uint32_t registers) {
      const std::uint32_t at = next;
      next += registers * register_words;
      return at;
    };
    m_.ids = place(id_registers);
    m_.scratch = place(4);
    m_.results = place(1);
    const auto reach = [&](File file, std::uint32_t number) {
      auto* const columns = file == File::temp     ? &m_.temp_columns
                            : file == File::output ? &m_.output_columns
                                                   : nullptr;
      if (columns != nullptr && columns->count(number) == 0) (*columns)[number] = place(1);
    };
    for (const Instruction& i : m_.program.instructions) {
      if (i.has_destination) {
        reach(i.destination.file, i.destination.number);
        if (i.destination.index.relative) {
          reach(i.destination.index.file, i.destination.index.number);
        }
      }
      for (std::size_t s = 0; s < i.source_count; ++s) {
        reach(i.sources[s].file, i.sources[s].number);
        if (i.sources[s].index.relative) reach(i.sources[s].index.file, i.sources[s].index.number);
      }
    }
    for (const IndexedTemp& x : m_.program.indexed_temps) {
      m_.indexed_temps[x.number] = {place(x.size), x.size};
    }
    m_.wave_words = next;
  }

  void bind() {
    for (const auto& [number, words] : m_.bindings.constants) m_.constants[number] = words;
    for (const ConstantBuffer& c : m_.program.constant_buffers) {
      if (!c.values.empty()) m_.constants[c.number] = c.values;
    }
  }

  Op decode(const Instruction& i) {
    Op op;
    op.text = &i;
    op.handler = handler_of(i);
    op.zero_op = static_cast<int>(i.suffixes.zero_op);
    op.scale = i.suffixes.shift == 0 ? 1.0f : il_power_of_two(i.suffixes.shift);
    op.modified = i.suffixes.saturate || i.suffixes.shift != 0;
    op.written = slots_written(i);
    for (std::size_t s = 0; s < i.source_count; ++s) source(op, s);
    if (i.has_destination) destination(op);
    const Shape shape = info(i.opcode).shape;
    if (shape == Shape::texture) resource(i);
    if (shape == Shape::uav) uav(i);
    return op;
  }

  void source(Op& op, std::size_t number) {
    const Instruction& i = *op.text;
    const Source& s = i.sources[number];
    Fetch& fetched = op.fetches[number];
    fetched.kind = info(i.opcode).sources[number];
    fetched.slots = slots_read(i, number);
    if (s.divide != DivComp::none && s.divide != DivComp::unknown) {
      fetched.slots |= 1u << static_cast<unsigned>(s.divide);
    }
    const bool gathered = s.file == File::global || (is_indexed(s.file) && s.index.relative);
    fetched.needed = gathered || !s.plain();
    op.fetches_any = op.fetches_any || fetched.needed;
    if (gathered && s.index.relative) fetched.index = index_column(s.index);
    if (s.file == File::constant && m_.constants.count(s.number) == 0) {
      fail_at(i, fmt::format("{} is not bound", name(s.file, s.number)));
    }
    for (unsigned slot = 0; slot < 4; ++slot) {
      const auto scratch = static_cast<std::uint32_t>(m_.scratch + (number * 4 + slot) * lanes);
      fetched.to[slot] = {scratch, false};
      // Unused slots need not exist (but an element past a buffer's end is an error).
      const Select select = s.swizzle[slot];
      if (!gathered) {
        fetched.from[slot] = select >= Select::zero
                                 ? Column{select == Select::one ? column_words : 0, true}
                                 : column(i, s, static_cast<unsigned>(select));
      }
      op.sources[number][slot] = fetched.needed ? fetched.to[slot] : fetched.from[slot];
    }
  }

  void destination(Op& op) {
    const Instruction& i = *op.text;
    const Destination& d = i.destination;
    if (d.file == File::memory) return;
    const bool scattered = d.file == File::global || (is_indexed(d.file) && d.index.relative);
    op.columns = !scattered;
    for (const Write write : d.mask) {
      op.constants = op.constants || write == Write::zero || write == Write::one;
    }
    if (scattered) {
      if (d.index.relative) op.destination_index = index_column(d.index);
      return;
    }
    Source written;
    written.file = d.file;
    written.number = d.number;
    written.index = d.index;
    for (unsigned slot = 0; slot < 4; ++slot) op.destination[slot] = column(i, written, slot);
    const Shape shape = info(i.opcode).shape;
    op.direct = shape == Shape::slots || shape == Shape::scalar || shape == Shape::dot;
    if (shape != Shape::slots) return;
    // Not allowed if a slot that is written first is read for a later one: mov r0.xy, r0.yx.
    for (unsigned slot = 0; slot < 4; ++slot) {
      for (unsigned later = slot + 1; later < 4; ++later) {
        for (std::size_t s = 0; s < i.source_count; ++s) {
          const bool both = (op.written >> slot & 1u) != 0 && (op.written >> later & 1u) != 0;
          const Column& read = op.sources[s][later];
          if (both && !read.shared && read.offset == op.destination[slot].offset) op.direct = false;
        }
      }
    }
  }

  Column index_column(const Index& index) {
    Source s;
    s.file = index.file;
    s.number = index.number;
    return column(m_.program.instructions.front(), s, index.component);
  }

  Column column(const Instruction& i, const Source& s, unsigned slot) {
    switch (s.file) {
      case File::temp:
        return {m_.temp_columns.at(s.number) + slot * lanes, false};
      case File::output:
        return {m_.output_columns.at(s.number) + slot * lanes, false};
      case File::literal:
        return {literals_.at(s.number) + slot * lanes, true};
      case File::constant:
        return {constant(i, s) + slot * lanes, true};
      case File::indexed_temp: {
        const Machine::Array& array = m_.indexed_temps.at(s.number);
        const auto element = static_cast<std::uint32_t>(s.index.offset);
        if (element >= array.size)
          fail_at(i, fmt::format("x{}[{}] is past its end", s.number, element));
        return {array.offset + (element * 4 + slot) * lanes, false};
      }
      default:
        return {m_.ids + (id_register(s.file) * 4 + slot) * lanes, false};
    }
  }

  std::uint32_t constant(const Instruction& i, const Source& s) {
    const auto element = static_cast<std::uint32_t>(s.index.offset);
    const std::span<const Word> words = m_.constants.at(s.number);
    if (element >= words.size() / 4) {
      const std::string buffer = name(s.file, s.number);
      fail_at(i, fmt::format("{}[{}] is past the {} elements of {}", buffer, element,
                             words.size() / 4, buffer));
    }
    const auto [found, added] = buffer_columns_.try_emplace({s.number, element}, 0);
    if (added) {
      found->second = static_cast<std::uint32_t>(m_.shared.size());
      for (std::size_t slot = 0; slot < 4; ++slot) constants(words[element * 4 + slot]);
    }
    return found->second;
  }

  void resource(const Instruction& i) {
    const std::uint32_t id = i.suffixes.resource;
    const auto bound = m_.bindings.resources.find(id);
    if (bound == m_.bindings.resources.end()) {
      fail_at(i, fmt::format("resource {} is not bound", id));
    }
    if (m_.resources.size() <= id) m_.resources.resize(id + 1);
    BoundResource& made = m_.resources[id];
    made.surface = bound->second;
    made.words = words(made.surface.format);
    const ReadSurface& s = made.surface;
    const std::uint64_t last = std::uint64_t{s.height} * s.depth * s.pitch;
    if (s.width == 0 || s.height == 0 || s.depth == 0 || s.pitch < s.width ||
        s.memory.size() / made.words < last) {
      fail_at(i, fmt::format("resource {} has no element, or less memory than its shape", id));
    }
    switch (s.format) {
      case Format::double1:
      case Format::double2:
        made.missing = {0, 0, 0, 0};
        break;
      case Format::float1:
      case Format::float2:
      case Format::float4:
        made.missing = {0, 0, 0, IL_ONE};
        break;
      default:
        made.missing = {0, 0, 0, 1};
        break;
    }
  }

  void uav(const Instruction& i) {
    const std::uint32_t id = i.suffixes.id;
    const auto bound = m_.bindings.uavs.find(id);
    if (bound == m_.bindings.uavs.end()) fail_at(i, fmt::format("UAV {} is not bound", id));
    if (m_.uavs.size() <= id) {
      m_.uavs.resize(id + 1);
      m_.uav_declarations.resize(id + 1);
    }
    m_.uavs[id] = &bound->second;
    const UavBinding& u = bound->second;
    for (const Uav& declared : m_.program.uavs) {
      const bool shaped = declared.kind == UavKind::structured || declared.kind == UavKind::typed;
      if (declared.id == id && (shaped || m_.uav_declarations[id] == nullptr)) {
        m_.uav_declarations[id] = &declared;
      }
    }
    const bool typed =
        m_.uav_declarations[id] != nullptr && m_.uav_declarations[id]->kind == UavKind::typed;
    const std::uint64_t elements = std::uint64_t{u.height} * u.depth * u.pitch;
    if (typed && (u.pitch < u.width || u.memory.size() / words(u.format) < elements)) {
      fail_at(i, fmt::format("UAV {} has less memory than its shape", id));
    }
  }

  Machine& m_;
  std::map<std::uint32_t, std::uint32_t> literals_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> buffer_columns_;
};

}  // namespace

Machine::Machine(const Program& source, const Bindings& bound, const RunOptions& chosen)
    : program(source), bindings(bound), options(chosen) {
  Decoder(*this).run();
}

void fail_at(const Instruction& instruction, const std::string& sentence) {
  throw LocatedError(instruction.location, sentence);
}

}  // namespace gputest::il

#include "il_reference/opencl/memory_access.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "il_reference/language/located_error.hpp"
#include "il_reference/opencl/convergence.hpp"

namespace gputest::il {
namespace {

bool has_doubles(Format format) { return format == Format::double1 || format == Format::double2; }

bool has_floats(Format format) {
  return format == Format::float1 || format == Format::float2 || format == Format::float4;
}

/// An element's words, with the missing slots of its format filled in as Bindings says.
std::string filled_up(const std::string& element, Format format) {
  const std::string one = has_doubles(format) ? "0u" : has_floats(format) ? "0x3F800000u" : "1u";
  switch (words(format)) {
    case 1:
      return fmt::format("(uint4)({})", element);
    case 2:
      return fmt::format("(uint4)({}, 0u, {})", element, one);
    default:
      return element;
  }
}

/// A block of words in LDS or a UAV: its name, its size, and the instruction's first word.
struct Place {
  std::string memory;
  std::string count;  ///< words
  std::string word;   ///< index of the first
};

std::string word_at(const Place& place, unsigned offset, std::uint32_t where) {
  const std::string word = offset == 0 ? place.word : fmt::format("{} + {}u", place.word, offset);
  return fmt::format("{}[il_index({}, {}, fault, {}u)]", place.memory, word, place.count, where);
}

/// The words that the destination's slots need; a word that is not read cannot be out of bounds.
/// Slots from `count` on are 0.
std::string words_from(const Place& place, unsigned count, const Instruction& instruction,
                       std::uint32_t where) {
  std::vector<std::string> read(4, "0u");
  for (const unsigned slot : result_slots(instruction.destination))
    if (slot < count) read[slot] = word_at(place, slot, where);
  return fmt::format("(uint4)({})", fmt::join(read, ", "));
}

/// Stores the slots in the mask of `mem`, below `count`.
std::vector<std::string> stores(const Operands& operands, const Instruction& instruction,
                                const Place& place, unsigned count, std::uint32_t where) {
  const Source& stored = instruction.sources[instruction.source_count - 1u];
  std::vector<std::string> statements;
  for (unsigned slot = 0; slot < count; ++slot) {
    const Write write = instruction.destination.mask[slot];
    if (write == Write::keep) continue;
    const std::string value = write == Write::result ? operands.bits(stored, slot, 'b')
                              : write == Write::one  ? "0x3F800000u"
                                                     : "0u";
    statements.push_back(fmt::format("{} = {};", word_at(place, slot, where), value));
  }
  return statements;
}

/// The operation's part of the mnemonic: "add" of uav_read_add, lds_add.
std::string_view atomic_name(std::string_view mnemonic) {
  mnemonic = mnemonic.substr(mnemonic.find('_') + 1);
  if (mnemonic.starts_with("read_")) mnemonic.remove_prefix(5);
  return mnemonic;
}

/// The atomic on a word, as an expression for its old value.
std::string atomic_text(std::string_view name, const std::string& word, std::string_view space,
                        const std::string& b, const std::string& c) {
  if (name == "inc" || name == "dec")  // of GDS
    return atomic_text(name == "inc" ? "uinc" : "udec", word, space, b, c);
  if (name == "mskor") return fmt::format("il_global_mskor(&{}, {}, {})", word, b, c);
  if (name == "cmp" || name == "cmp_xchg" || name == "cmp_store")
    return fmt::format("atomic_cmpxchg(&{}, {}, {})", word, b, c);
  if (name == "min" || name == "max")
    return fmt::format("(uint)atomic_{}((volatile {} int*)&{}, (int)({}))", name, space, word, b);
  if (name == "umin" || name == "umax")
    return fmt::format("atomic_{}(&{}, {})", name.substr(1), word, b);
  if (name == "rsub" || name == "uinc" || name == "udec")
    return fmt::format("il_{}_{}(&{}, {})", space.substr(2), name, word, b);
  return fmt::format("atomic_{}(&{}, {})", name, word, b);
}

/// The result of an atomic: a value if the instruction keeps the old word, else a statement.
void finish_atomic(MemoryAccess& access, const Instruction& instruction,
                   const std::string& before) {
  if (instruction.has_destination)
    access.value = fmt::format("(uint4)({})", before);
  else
    access.statements = {before + ";"};
}

}  // namespace

MemoryAccess MemoryAccesses::of(const Instruction& instruction, std::uint32_t place) const {
  switch (info(instruction.opcode).shape) {
    case Shape::texture:
      return texture(instruction);
    case Shape::lds:
      return lds(instruction, place);
    case Shape::uav:
      return uav(instruction, place);
    default:
      break;
  }
  const Suffixes& fence = instruction.suffixes;
  if (program_.stage == Stage::pixel) return {};
  if (fence.fence_threads || fence.fence_lds)
    return {{"barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"}, ""};
  return {{"mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"}, ""};
}

std::string MemoryAccesses::coordinate(const Instruction& instruction, unsigned axis) const {
  const Suffixes& suffixes = instruction.suffixes;
  const float offset = suffixes.offset[axis];
  if (instruction.opcode == Opcode::load) {
    const std::string value = operands_.bits(instruction.sources[0], axis, 'i');
    return offset == 0 ? fmt::format("(int){}", value)
                       : fmt::format("add_sat((int){}, {})", value, static_cast<int>(offset));
  }
  const bool fast = options_.mode == Mode::fast;
  std::string value =
      fast ? operands_.native(instruction.sources[0], {axis}, Type::floating).text
           : fmt::format("as_float({})", operands_.bits(instruction.sources[0], axis, 'f'));
  if (is_normalized(program_, suffixes) && !(axis == 2 && is_array(program_, suffixes.resource)))
    value = fmt::format("{} * (float){}", value, extent(suffixes.resource, axis));
  if (offset != 0) value = fmt::format("{} + (float){:.9g}", value, offset);
  return fast ? fmt::format("(int)floor({})", value) : fmt::format("il_texel_along({})", value);
}

std::string MemoryAccesses::extent(std::uint32_t resource, unsigned axis) const {
  if (is_image(program_, options_, resource))
    return fmt::format("get_image_{}(i{})", axis == 0 ? "width" : "height", resource);
  return fmt::format("i{}_shape.{}", resource, axis == 2 ? 'w' : kSlots[axis]);
}

MemoryAccess MemoryAccesses::texture(const Instruction& instruction) const {
  const Suffixes& suffixes = instruction.suffixes;
  const std::uint32_t resource = suffixes.resource;
  const bool one = dimension_of(program_, resource) == Dimension::one;
  const bool layered = instruction.coordinates == 3;
  const bool simple = instruction.opcode != Opcode::load && !is_normalized(program_, suffixes) &&
                      suffixes.offset == std::array<float, 3>{} && !one && !layered;
  const bool image = is_image(program_, options_, resource);
  bool in_the_middle = false;
  std::string at;
  const Source& source = instruction.sources[0];
  if (const auto counted = simple ? counters_.coordinates(source) : std::nullopt) {
    at = *counted;
  } else if (simple && options_.mode == Mode::fast) {
    const bool whole = whole_.holds(source, 0) && whole_.holds(source, 1);
    at = widened(operands_.native(source, {0, 1}, Type::floating), 2).text;
    in_the_middle = whole && image;
    if (!in_the_middle) at = fmt::format("{}({})", whole ? "convert_int2" : "il_texel_of", at);
  } else {
    at = fmt::format("(int2)({}, {})", coordinate(instruction, 0),
                     one ? "0" : coordinate(instruction, 1));
  }
  const std::string name = fmt::format("i{}", resource);
  const bool compares = instruction.opcode == Opcode::sample_c_lz;
  if (image) {
    const std::string texel =
        fmt::format("{}({}, {})", in_the_middle ? "il_texel_at_whole" : "il_texel", name, at);
    return {{}, compares ? compared(instruction, texel + ".x") : texel};
  }
  const std::string place =
      layered ? fmt::format("il_layered_place({}_shape, (int4)({}, {}, {}, 0))", name,
                            coordinate(instruction, 0), coordinate(instruction, 1),
                            coordinate(instruction, 2))
              : fmt::format("il_place({}_shape, {})", name, at);
  const std::string element = fmt::format("{}[{}]", name, place);
  const Format format = format_of(options_.resources, resource);
  if (compares) return {{}, compared(instruction, element + (words(format) == 1 ? "" : ".x"))};
  return {{}, filled_up(element, format)};
}

/// The result of sample_c_lz, from the first slot of the sample.
std::string MemoryAccesses::compared(const Instruction& instruction,
                                     const std::string& sampled) const {
  return fmt::format("(uint4)(il_compare({}, {}))", operands_.bits(instruction.sources[1], 0, 'f'),
                     sampled);
}

MemoryAccess MemoryAccesses::lds(const Instruction& instruction, std::uint32_t where) const {
  const auto bits = [&](unsigned source, unsigned slot) {
    return operands_.bits(instruction.sources[source], slot, 'u');
  };
  MemoryAccess access;
  const std::uint32_t area = program_.lds_words_per_thread;
  const std::string areas = fmt::format("{}u", area * threads_of(program_));
  if (instruction.opcode == Opcode::lds_write_vec) {
    access.statements =
        stores(operands_, instruction,
               {"lds_area", areas,
                fmt::format("il_local * {}u + {}u", area, instruction.suffixes.lds_offset)},
               4, where);
    return access;
  }
  if (instruction.opcode == Opcode::lds_read_vec) {
    if (instruction.suffixes.neighbour_exchange) return exchanged_lds(instruction, where);
    access.value =
        words_from({"lds_area", areas, fmt::format("{} * {}u + {}", bits(0, 0), area, bits(0, 1))},
                   4, instruction, where);
    return access;
  }

  const std::uint32_t id = instruction.suffixes.id;
  const auto declared = std::find_if(program_.lds.begin(), program_.lds.end(),
                                     [&](const Lds& lds) { return lds.id == id; });
  const std::uint32_t bytes = declared == program_.lds.end() ? 4 : declared->bytes;
  const std::uint32_t stride = declared == program_.lds.end() ? 0 : declared->stride;
  Place place{fmt::format("lds{}", id), fmt::format("{}u", std::max(1u, (bytes + 3) / 4)), ""};
  const std::string byte =
      stride == 0 ? bits(0, 0) : fmt::format("{} * {}u + {}", bits(0, 0), stride, bits(0, 1));
  switch (instruction.opcode) {
    case Opcode::lds_load:
      place.word = fmt::format("{} / 4u", bits(0, 0));
      access.value = fmt::format("(uint4)({})", word_at(place, 0, where));
      return access;
    case Opcode::lds_store:
      place.word = fmt::format("{} / 4u", bits(0, 0));
      access.statements = {fmt::format("{} = {};", word_at(place, 0, where), bits(1, 0))};
      return access;
    case Opcode::lds_load_vec:
    case Opcode::lds_store_vec:
      place.word =
          fmt::format("({} * {}u + {}) / 4u", bits(0, 0), std::max(1u, stride), bits(1, 0));
      if (instruction.opcode == Opcode::lds_load_vec)
        access.value = words_from(place, 4, instruction, where);
      else
        access.statements = stores(operands_, instruction, place, 4, where);
      return access;
    default:
      break;
  }
  place.word = fmt::format("({}) / 4u", byte);
  const std::string before =
      atomic_text(atomic_name(info(instruction.opcode).mnemonic), word_at(place, 0, where),
                  "__local", bits(1, 0), instruction.source_count > 2 ? bits(2, 0) : "");
  finish_atomic(access, instruction, before);
  return access;
}

/// Four neighbours each give an address, and each receives one word of every address: the exchange
/// transposes the four vectors. The addresses pass through local memory, between barriers that all
/// threads must reach.
MemoryAccess MemoryAccesses::exchanged_lds(const Instruction& instruction,
                                           std::uint32_t where) const {
  const auto refuse = [&](std::string_view why) {
    throw LocatedError(instruction.location,
                       fmt::format("_neighborExch is translated to OpenCL C only {}", why));
  };
  if (!all_threads_meet(program_, instruction))
    refuse(
        "where all threads of a group pass, because it needs barriers: outside of all blocks, "
        "in main or in functions called so, and with no way to leave before");
  if (threads_of(program_) % 4 != 0) refuse("if a group has a multiple of four threads");
  const std::uint32_t area = program_.lds_words_per_thread;
  const std::string words = fmt::format("{}u", area * threads_of(program_));
  MemoryAccess access;
  access.statements = {"barrier(CLK_LOCAL_MEM_FENCE);",
                       fmt::format("il_exchanged[il_local] = {} * {}u + {};",
                                   operands_.bits(instruction.sources[0], 0, 'u'), area,
                                   operands_.bits(instruction.sources[0], 1, 'u')),
                       "barrier(CLK_LOCAL_MEM_FENCE);"};
  std::vector<std::string> read(4, "0u");
  for (const unsigned slot : result_slots(instruction.destination))
    read[slot] =
        word_at({"lds_area", words,
                 fmt::format("il_exchanged[(il_local & ~3u) + {}u] + (il_local & 3u)", slot)},
                0, where);
  access.value = fmt::format("(uint4)({})", fmt::join(read, ", "));
  return access;
}

MemoryAccess MemoryAccesses::uav(const Instruction& instruction, std::uint32_t where) const {
  const auto bits = [&](unsigned source, unsigned slot) {
    return operands_.bits(instruction.sources[source], slot, 'u');
  };
  const std::uint32_t id = instruction.suffixes.id;
  Uav kind;  // if there are several declarations, one with a shape, as in the interpreter
  for (const Uav& declared : program_.uavs)
    if (declared.id == id &&
        (declared.kind == UavKind::structured || declared.kind == UavKind::typed))
      kind = declared;
  const std::string name = uav_name(id);
  Place place{name, name + "_shape.x", ""};
  const bool typed = kind.kind == UavKind::typed;
  const Format format = format_of(options_.uavs, id);
  if (typed) {
    const std::string x =
        fmt::format("il_index({}, {}_shape.y, fault, {}u)", bits(0, 0), name, where);
    const std::string y =
        fmt::format("il_index({}, {}_shape.z, fault, {}u)", bits(0, 1), name, where);
    const unsigned axes = coordinates_of(kind.dimension);
    const std::string layer =
        axes == 3 ? fmt::format("il_index({}, {}_depth, fault, {}u) * {}_shape.z + ", bits(0, 2),
                                name, where, name)
                  : "";
    const std::string element =
        axes >= 2 ? fmt::format("({}{}) * {}_shape.w + {}", layer, y, name, x) : x;
    place.word = words(format) == 1 ? element : fmt::format("({}) * {}u", element, words(format));
  } else {
    place.word = kind.kind != UavKind::structured
                     ? fmt::format("{} / 4u", bits(0, 0))
                     : fmt::format("({} * {}u + {}) / 4u", bits(0, 0), kind.stride, bits(0, 1));
  }

  MemoryAccess access;
  switch (instruction.opcode) {
    case Opcode::uav_raw_load:
    case Opcode::uav_struct_load:
      access.value = words_from(place, 4, instruction, where);
      return access;
    case Opcode::uav_raw_store:
    case Opcode::uav_struct_store:
      access.statements = stores(operands_, instruction, place, 4, where);
      return access;
    case Opcode::uav_load:
      access.value = words_from(place, words(format), instruction, where);
      return access;
    case Opcode::uav_store:
      access.statements = stores(operands_, instruction, place, words(format), where);
      return access;
    case Opcode::gds_load:
      access.value = fmt::format("(uint4)({})", word_at(place, 0, where));
      return access;
    case Opcode::gds_store:
      access.statements = {fmt::format("{} = {};", word_at(place, 0, where), bits(1, 0))};
      return access;
    case Opcode::uav_arena_load:
    case Opcode::uav_arena_store: {
      const std::uint32_t size = instruction.suffixes.size;
      const std::string word = word_at(place, 0, where);
      const std::string shift = size == 4   ? "0u"
                                : size == 2 ? fmt::format("8u * ({} & 2u)", bits(0, 0))
                                            : fmt::format("8u * ({} & 3u)", bits(0, 0));
      const std::string mask = size == 4 ? "0xFFFFFFFFu" : size == 2 ? "0xFFFFu" : "0xFFu";
      if (instruction.opcode == Opcode::uav_arena_load)
        access.value = size == 4 ? fmt::format("(uint4)({})", word)
                                 : fmt::format("(uint4)(({} >> ({})) & {})", word, shift, mask);
      else if (size == 4)
        access.statements = {fmt::format("{} = {};", word, bits(1, 0))};
      else
        access.statements = {
            fmt::format("il_store_part(&{}, {}, {}, {});", word, shift, mask, bits(1, 0))};
      return access;
    }
    default:
      break;
  }
  const std::string before =
      atomic_text(atomic_name(info(instruction.opcode).mnemonic), word_at(place, 0, where),
                  "__global", bits(1, 0), instruction.source_count > 2 ? bits(2, 0) : "");
  finish_atomic(access, instruction, before);
  return access;
}

}  // namespace gputest::il

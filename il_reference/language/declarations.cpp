// dcl_… statements.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "il_reference/language/text_parser.hpp"

namespace gputest::il {
namespace {

constexpr std::uint32_t largest_buffer = 65536;    // elements of a constant buffer
constexpr std::uint32_t largest_lds = 65536;       // bytes
constexpr std::uint32_t largest_group = 1024;      // threads
constexpr std::uint32_t largest_lds_words = 1024;  // words of LDS that a thread owns

// Declarations without effect on a program that only computes.
constexpr std::string_view ignored[] = {"dcl_global_flags", "dcl_total_num_thread_group",
                                        "dcl_gws_thread_count", "dcl_vprim",
                                        "dcl_max_output_vertex_count"};

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> parts(1);
  for (const char c : list) {
    if (c == ',') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

std::optional<Dimension> dimension(std::string_view name) {
  if (name == "1d") return Dimension::one;
  if (name == "2d") return Dimension::two;
  if (name == "3d") return Dimension::three;
  if (name == "buffer") return Dimension::buffer;
  if (name == "2darray") return Dimension::two_array;
  return std::nullopt;
}

std::optional<ElementType> element_type(std::string_view name) {
  if (name == "float") return ElementType::floating;
  if (name == "unknown") return ElementType::unknown;
  if (name == "uint") return ElementType::uint;
  if (name == "sint") return ElementType::sint;
  if (name == "unorm") return ElementType::unorm;
  if (name == "snorm") return ElementType::snorm;
  if (name == "mixed") return ElementType::mixed;
  return std::nullopt;
}

}  // namespace

void TextParser::declaration(std::string_view written, Location location) {
  const std::string lower = lower_case(written);
  const std::string_view word = lower;
  if (word == "dcl_literal") return literal(location);
  if (word == "dcl_cb") return constant_buffer(location);
  if (word == "dcl_indexed_temp_array") return indexed_temp(location);
  if (word == "dcl_resource_id") return resource(location);
  if (word == "dcl_num_thread_per_group" || word == "dcl_num_thread_per_blk") {
    return group_size(false, location);
  }
  if (word == "dcl_max_thread_per_group") return group_size(true, location);
  if (word == "dcl_lds_id") return lds(false, location);
  if (word == "dcl_struct_lds_id") return lds(true, location);
  if (word == "dcl_gds_id") return gds(false, location);
  if (word == "dcl_struct_gds_id") return gds(true, location);
  if (word == "dcl_lds_sharing_mode") return sharing_mode();
  if (word.starts_with("dcl_lds_sharing_mode_")) {
    // Some compilers wrote the mode without a space before it.
    program_.lds_absolute = word.ends_with("wavefrontabs");
    return;
  }
  if (word == "dcl_lds_size_per_thread") {
    const std::uint32_t words = number("the words of LDS of a thread");
    if (words > largest_lds_words) {
      fail(location,
           fmt::format("a thread owns at most {} words of LDS, not {}", largest_lds_words, words));
    }
    if (program_.lds_words_per_thread != 0 && program_.lds_words_per_thread != words) {
      fail(location, fmt::format("a thread's LDS is already declared, with {} words",
                                 program_.lds_words_per_thread));
    }
    program_.lds_words_per_thread = words;
    return;
  }
  if (word == "dcl_raw_uav_id" || word == "dcl_arena_uav_id" || word == "dcl_struct_uav_id" ||
      word == "dcl_uav_id" || word == "dcl_typeless_uav_id" || word == "dcl_typed_uav_id") {
    return uav(word, location);
  }
  const bool input = word == "dcl_input" || word.starts_with("dcl_input_");
  if (input || word == "dcl_output" || word.starts_with("dcl_output_")) {
    std::string form(written);
    scanner_.skip_space_in_line();
    while (scanner_.peek() == '(' || scanner_.peek() == '_') {
      form +=
          scanner_.peek() == '(' ? fmt::format("({})", argument()) : std::string(scanner_.word());
      scanner_.skip_space_in_line();
    }
    const Destination target = destination();
    if (input) {
      program_.inputs.push_back({form, target});
    } else {
      program_.outputs.push_back({form, target});
    }
    return;
  }
  if (std::find(std::begin(ignored), std::end(ignored), word) != std::end(ignored)) {
    report(Severity::warning, location, fmt::format("{} is ignored", word));
    scanner_.skip_line();
    return;
  }
  fail(location, fmt::format("unsupported declaration '{}'", word));
}

void TextParser::literal(Location location) {
  Literal made;
  made.location = location;
  const Register named = register_name();
  if (named.file != File::literal || named.input != nullptr || named.output != nullptr) {
    fail(location, "dcl_literal declares a register l0, l1, …");
  }
  made.number = named.number;
  for (std::uint32_t& bits : made.bits) {
    expect(',');
    bits = literal_word();
  }
  const auto same = std::find_if(program_.literals.begin(), program_.literals.end(),
                                 [&](const Literal& l) { return l.number == made.number; });
  if (same == program_.literals.end()) {
    program_.literals.push_back(made);
  } else if (same->bits != made.bits) {
    fail(location, fmt::format("l{} is already declared at line {}, with other values",
                               made.number % register_limit, same->location.line));
  }
}

/// A number in the form that dcl_literal takes, as bits.
std::uint32_t TextParser::literal_word() {
  scanner_.skip_space();
  const Location at = scanner_.location();
  const std::size_t start = scanner_.position();
  scanner_.run_of("+-");
  // An exponent's sign belongs to the number; 0x1E-3 has no exponent.
  while (true) {
    const std::string_view part =
        scanner_.run_of("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.#");
    const std::string_view so_far = scanner_.text().substr(start, scanner_.position() - start);
    const bool exponent = !part.empty() && (part.back() == 'e' || part.back() == 'E') &&
                          so_far.find_first_of("xX") == std::string_view::npos;
    if (!exponent || scanner_.run_of("+-").empty()) break;
  }
  const std::string_view lexeme = scanner_.text().substr(start, scanner_.position() - start);
  if (lexeme.empty()) fail(at, fmt::format("expected a number, found {}", found()));
  const auto value = number_bits(lexeme);
  if (!value) fail(at, fmt::format("'{}' is not a number of 32 bits", lexeme));
  return *value;
}

std::uint32_t TextParser::bracketed_size() {
  expect('[');
  const std::uint32_t size = number("a size");
  expect(']');
  return size;
}

void TextParser::constant_buffer(Location location) {
  const Register named = register_name();
  if (named.file != File::constant || named.input != nullptr || named.output != nullptr) {
    fail(location, "dcl_cb declares a register cb0, cb1, …");
  }
  const std::uint32_t size = bracketed_size();
  if (size > largest_buffer) {
    fail(location,
         fmt::format("a constant buffer has at most {} elements, not {}", largest_buffer, size));
  }
  // The values of an immediate constant buffer; a comma before the first is optional.
  std::vector<std::uint32_t> values;
  scanner_.skip_space_in_line();
  const bool has_values = named.number == immediate_buffer || scanner_.peek() == ',';
  if (has_values) {
    if (scanner_.peek() == ',') scanner_.advance();
    for (std::uint32_t word = 0; word < 4 * size; ++word) {
      if (word != 0) expect(',');
      values.push_back(literal_word());
    }
  }
  const auto same = std::find_if(program_.constant_buffers.begin(), program_.constant_buffers.end(),
                                 [&](const ConstantBuffer& c) { return c.number == named.number; });
  if (same == program_.constant_buffers.end()) {
    program_.constant_buffers.push_back({named.number, size, std::move(values), location});
  } else if (same->size != size || same->values != values) {
    fail(location, fmt::format("{} is already declared at line {}, with another size or content",
                               name(File::constant, named.number), same->location.line));
  }
}

void TextParser::indexed_temp(Location location) {
  const Register named = register_name();
  if (named.file != File::indexed_temp || named.input != nullptr || named.output != nullptr) {
    fail(location, "dcl_indexed_temp_array declares a register x0, x1, …");
  }
  const std::uint32_t size = bracketed_size();
  if (size > register_limit) {
    fail(location,
         fmt::format("an indexed temp has at most {} registers, not {}", register_limit, size));
  }
  std::uint64_t all = size;
  for (const IndexedTemp& other : program_.indexed_temps) {
    all += other.size;
    if (other.number != named.number) continue;
    if (other.size == size) return;
    fail(location, fmt::format("x{} is already declared at line {}, with another size",
                               named.number, other.location.line));
  }
  if (all > most_temps) {
    fail(location, fmt::format("indexed temps have at most {} registers in all", most_temps));
  }
  program_.indexed_temps.push_back({named.number, size, location});
}

void TextParser::resource(Location location) {
  Resource made;
  made.location = location;
  made.format.fill(ElementType::unknown);
  made.id = parenthesised_number("a resource's number");
  bool typed = false;
  scanner_.skip_space_in_line();
  while (scanner_.peek() == '_') {
    const Location at = scanner_.location();
    const std::string_view name = scanner_.word();
    const std::string value = argument();
    if (name == "_type") {
      typed = true;
      const std::vector<std::string> parts = split(lower_case(value));
      const auto shape = dimension(parts[0]);
      if (!shape) fail(at, fmt::format("unsupported resource type '{}'", value));
      made.dimension = *shape;
      made.unnormalized = parts.size() > 1 && parts[1] == "unnorm";
      if (parts.size() > 2 || (parts.size() == 2 && !made.unnormalized && parts[1] != "norm")) {
        fail(at, fmt::format("unsupported resource type '{}'", value));
      }
    } else if (name.size() == 5 && name.starts_with("_fmt") &&
               std::string_view("xyzw").find(name[4]) != std::string_view::npos) {
      const auto type = element_type(value);
      if (!type) fail(at, fmt::format("unknown format '{}'", value));
      made.format[std::string_view("xyzw").find(name[4])] = *type;
    } else {
      fail(at, fmt::format("unknown suffix '{}' of dcl_resource_id", name));
    }
    scanner_.skip_space_in_line();
  }
  if (!typed) fail(location, "dcl_resource_id lacks its _type");
  for (const Resource& other : program_.resources) {
    if (other.id != made.id) continue;
    if (other.dimension == made.dimension && other.unnormalized == made.unnormalized &&
        other.format == made.format) {
      return;
    }
    fail(location, fmt::format("resource {} is already declared at line {}, with another type",
                               made.id, other.location.line));
  }
  program_.resources.push_back(made);
}

void TextParser::uav(std::string_view head, Location location) {
  Uav made;
  made.location = location;
  made.kind = head == "dcl_raw_uav_id"        ? UavKind::raw
              : head == "dcl_arena_uav_id"    ? UavKind::arena
              : head == "dcl_struct_uav_id"   ? UavKind::structured
              : head == "dcl_typeless_uav_id" ? UavKind::typeless
                                              : UavKind::typed;
  made.id = parenthesised_number("a UAV's number");
  scanner_.skip_space_in_line();
  while (scanner_.peek() == '_') {
    const Location at = scanner_.location();
    const std::string_view name = scanner_.word();
    scanner_.skip_space_in_line();
    const std::string value = scanner_.peek() == '(' ? argument() : std::string();
    if (name == "_type") {
      const auto shape = dimension(split(lower_case(value))[0]);
      if (!shape) fail(at, fmt::format("unsupported UAV type '{}'", value));
      made.dimension = *shape;
    } else if (name.starts_with("_fmt")) {
      const auto type = element_type(value);
      if (!type) fail(at, fmt::format("unknown format '{}'", value));
      made.format = *type;
    } else if (name == "_stride") {
      const auto stride = unsigned_number(value);
      if (!stride) fail(at, fmt::format("expected a number as the stride, found '{}'", value));
      made.stride = *stride;
    } else if (name != "_length" && name != "_access" && name != "_opt") {
      fail(at, fmt::format("unknown suffix '{}' of {}", name, head));
    }
    scanner_.skip_space_in_line();
  }
  if (made.kind == UavKind::structured) {
    made.stride = number("a structure's size in bytes");
    if (made.stride == 0 || made.stride % 4 != 0 || made.stride > largest_lds) {
      fail(location, fmt::format("a structure has 4, 8, … bytes, not {}", made.stride));
    }
  }
  for (const Uav& other : program_.uavs) {
    if (other.id != made.id || other.kind != made.kind) continue;
    if (other.stride == made.stride && other.dimension == made.dimension &&
        other.format == made.format) {
      return;
    }
    fail(location, fmt::format("UAV {} is already declared at line {}, with another type", made.id,
                               other.location.line));
  }
  program_.uavs.push_back(made);
}

void TextParser::lds(bool structured, Location location) {
  Lds made;
  made.location = location;
  made.id = parenthesised_number("the number of the LDS");
  std::tie(made.bytes, made.stride) = shared_size("LDS", structured, location);
  for (const Lds& other : program_.lds) {
    if (other.id != made.id) continue;
    if (other.bytes == made.bytes && other.stride == made.stride) return;
    fail(location, fmt::format("LDS {} is already declared at line {}, with another size", made.id,
                               other.location.line));
  }
  program_.lds.push_back(made);
}

void TextParser::gds(bool structured, Location location) {
  Uav made;
  made.location = location;
  const std::uint32_t number = parenthesised_number("the number of the GDS");
  made.id = first_gds + number;
  std::tie(made.bytes, made.stride) = shared_size("GDS", structured, location);
  made.kind = structured ? UavKind::structured : UavKind::raw;
  for (const Uav& other : program_.uavs) {
    if (other.id != made.id) continue;
    if (other.bytes == made.bytes && other.stride == made.stride) return;
    fail(location, fmt::format("GDS {} is already declared at line {}, with another size", number,
                               other.location.line));
  }
  program_.uavs.push_back(made);
}

/// The bytes of LDS or GDS, and those of a structure, 0 without structures.
std::pair<std::uint32_t, std::uint32_t> TextParser::shared_size(std::string_view what,
                                                                bool structured,
                                                                Location location) {
  const std::uint64_t first = number("a size in bytes");
  std::uint64_t bytes = first;
  if (structured) {
    expect(',');
    bytes *= number("the number of structures");
    if (first == 0 || first % 4 != 0) {
      fail(location, fmt::format("a structure has 4, 8, … bytes, not {}", first));
    }
  }
  if (bytes == 0 || bytes > largest_lds) {
    fail(location, fmt::format("{} has 1 to {} bytes, not {}", what, largest_lds, bytes));
  }
  return {static_cast<std::uint32_t>(bytes), structured ? static_cast<std::uint32_t>(first) : 0};
}

void TextParser::group_size(bool maximum, Location location) {
  std::array<std::uint32_t, 3> size{1, 1, 1};
  std::uint64_t threads = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    size[axis] = number("a number of threads");
    threads *= size[axis];
    if (threads == 0 || threads > largest_group) {
      fail(location, fmt::format("a group has 1 to {} threads", largest_group));
    }
    scanner_.skip_space_in_line();
    if (axis == 2 || scanner_.peek() != ',') break;
    scanner_.advance();
  }
  if (program_.threads_per_group && program_.max_threads == maximum &&
      *program_.threads_per_group != size) {
    fail(location, "the number of threads in a group is already declared, as another number");
  }
  program_.threads_per_group = size;
  program_.max_threads = maximum;
}

void TextParser::sharing_mode() {
  scanner_.skip_space();
  const Location location = scanner_.location();
  const std::string_view mode = scanner_.word();
  const std::string lower = lower_case(mode);
  if (lower != "_wavefrontrel" && lower != "_wavefrontabs") {
    fail(location,
         fmt::format("a sharing mode is _wavefrontRel or _wavefrontAbs, found '{}'", mode));
  }
  program_.lds_absolute = lower == "_wavefrontabs";
}

void count_coordinates(Program& program) {
  for (Instruction& i : program.instructions) {
    const Shape shape = info(i.opcode).shape;
    if (shape == Shape::texture) {
      for (const Resource& declared : program.resources)
        if (declared.id == i.suffixes.resource && coordinates_of(declared.dimension) == 3)
          i.coordinates = 3;
    } else if (shape == Shape::uav) {
      for (const Uav& declared : program.uavs)
        if (declared.id == i.suffixes.id && declared.kind == UavKind::typed)
          i.coordinates = static_cast<std::uint8_t>(coordinates_of(declared.dimension));
    }
  }
}

}  // namespace gputest::il

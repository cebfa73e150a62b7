#include "il_reference/binary/assembler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "il_reference/binary/codes.hpp"
#include "il_reference/language/located_error.hpp"
#include "il_reference/language/scanner.hpp"

namespace gputest::il::binary {
namespace {

[[noreturn]] void refuse(Location location, const std::string& sentence) {
  throw LocatedError(location, sentence);
}

/// The meaning of a version's word: "il_ps_2_0_mp".
struct Version {
  std::uint32_t major = header::version, minor = 0;
  bool multipass = false, realtime = false;
};

Version version_of(const Program& program) {
  Version made;
  std::string_view rest = program.version;
  const auto take = [&](std::string_view part) {
    const bool there = rest.starts_with(part);
    if (there) rest.remove_prefix(part.size());
    return there;
  };
  const auto number = [&](std::uint32_t& value) {
    const char* const end = rest.data() + rest.size();
    const auto read = std::from_chars(rest.data(), end, value);
    if (read.ec == std::errc())
      rest.remove_prefix(static_cast<std::size_t>(read.ptr - rest.data()));
    return read.ec == std::errc();
  };
  bool known = take("il_ps") || take("il_cs");
  if (!rest.empty()) {
    known = known && take("_") && number(made.major) && take("_") && number(made.minor);
    made.multipass = take("_mp");
    made.realtime = take("_rt");
  }
  if (!known || !rest.empty() || made.major != header::version || made.minor > header::minor.most())
    refuse({1, 1}, fmt::format("the version '{}' has no token; il_ps_2_0 and il_cs_2_0 have one",
                               program.version));
  return made;
}

std::string text(const Program& program, const Version& version) {
  return fmt::format("il_{}_{}_{}{}{}", program.stage == Stage::pixel ? "ps" : "cs", version.major,
                     version.minor, version.multipass ? "_mp" : "", version.realtime ? "_rt" : "");
}

/// The meaning of the word before an input or an output: dcl_input_generic_interp(linear).
struct Form {
  std::uint32_t usage = 0, interpolation = 0;
};

Form form_of(std::string_view form, std::string_view kind, Location location) {
  const std::string lower = lower_case(form);
  const auto no_token = [&] { refuse(location, fmt::format("'{}' has no token", form)); };
  std::string_view rest = lower;
  rest.remove_prefix(kind.size());
  std::string_view usage = "generic", mode;
  const auto argument = [&](std::string_view name) {
    if (!rest.starts_with(name) || rest.substr(name.size(), 1) != "(") return std::string_view();
    const std::size_t close = rest.find(')');
    if (close == rest.npos) no_token();
    const std::string_view value = rest.substr(name.size() + 1, close - name.size() - 1);
    rest.remove_prefix(close + 1);
    return value;
  };
  while (!rest.empty()) {
    if (const std::string_view named = argument("_usage"); !named.empty()) {
      usage = named;
    } else if (const std::string_view named_mode = argument("_interp"); !named_mode.empty()) {
      mode = named_mode;
    } else if (rest.front() == '_') {
      const std::size_t end = std::min(rest.find('_', 1), rest.size());
      usage = rest.substr(1, end - 1);
      rest.remove_prefix(end);
    } else {
      no_token();
    }
  }
  const auto usage_number = place(usages, usage);
  const auto mode_number = place(interpolations, mode);
  if (!usage_number || !mode_number || (kind == "dcl_output" && *mode_number != 0)) no_token();
  return {*usage_number, *mode_number};
}

std::string text(std::string_view kind, const Form& form) {
  std::string made = fmt::format("{}_{}", kind, usages[form.usage]);
  if (form.interpolation != 0)
    made += fmt::format("_interp({})", interpolations[form.interpolation]);
  return made;
}

class Assembler {
 public:
  explicit Assembler(const Program& program) : program_(program) {}

  std::vector<std::uint32_t> run() {
    const Version version = version_of(program_);
    const std::string_view language = program_.client.empty() ? languages[0] : program_.client;
    put(header::language.put(place(languages, language).value_or(0)));
    put(header::minor.put(version.minor) | header::major.put(version.major) |
        header::stage.put(program_.stage == Stage::pixel ? header::pixel_stage
                                                         : header::compute_stage) |
        header::multipass.put(version.multipass) | header::realtime.put(version.realtime));
    declarations();
    for (const Instruction& instruction : program_.instructions) write(instruction);
    statement(Statement::end);
    return std::move(tokens_);
  }

 private:
  void put(std::uint32_t token) { tokens_.push_back(token); }

  void statement(Statement which, std::uint32_t control = 0) {
    put(opcode::code.put(static_cast<std::uint32_t>(which)) | control);
  }

  /// The value in its field; refuses a value that does not fit.
  std::uint32_t fit(Field field, std::uint32_t value, std::string_view what, Location location) {
    if (value > field.most())
      refuse(location,
             fmt::format("{} {} has no token; the largest is {}", what, value, field.most()));
    return field.put(value);
  }

  void declarations() {
    for (const Input& input : program_.inputs) {
      const Form form = form_of(input.form, "dcl_input", input.target.location);
      statement(Statement::input,
                opcode::usage.put(form.usage) | opcode::interpolation.put(form.interpolation));
      write(input.target, 0);
    }
    for (const Output& output : program_.outputs) {
      const Form form = form_of(output.form, "dcl_output", output.target.location);
      statement(Statement::output, opcode::usage.put(form.usage));
      write(output.target, 0);
    }
    for (const Resource& resource : program_.resources) write(resource);
    for (const ConstantBuffer& buffer : program_.constant_buffers) write(buffer);
    for (const IndexedTemp& x : program_.indexed_temps) {
      statement(Statement::indexed_temp);
      array(File::indexed_temp, x.number, x.size, x.location);
    }
    group();
    if (program_.lds_words_per_thread != 0)
      statement(Statement::lds_words_per_thread,
                opcode::control.put(program_.lds_words_per_thread));
    if (program_.lds_absolute) statement(Statement::lds_sharing_mode, opcode::sharing.put(1));
    for (const Lds& lds : program_.lds) {
      const std::uint32_t id = fit(opcode::id, lds.id, "the LDS", lds.location);
      statement(lds.stride == 0 ? Statement::lds : Statement::structured_lds, id);
      if (lds.stride != 0) put(lds.stride);
      put(lds.stride == 0 ? lds.bytes : lds.bytes / lds.stride);
    }
    for (const Uav& uav : program_.uavs) write(uav);
    for (const Literal& literal : program_.literals) {
      statement(Statement::literal);
      name(File::literal, literal.number, 0, literal.location);
      for (const std::uint32_t bits : literal.bits) put(bits);
    }
  }

  void write(const Resource& resource) {
    const std::optional<Dimension> dimension = resource.dimension;
    statement(Statement::resource,
              fit(opcode::resource, resource.id, "the resource", resource.location) |
                  opcode::resource_type.put(*place(dimensions, dimension)) |
                  opcode::unnormalized.put(resource.unnormalized));
    std::uint32_t formats = 0;
    for (std::size_t slot = 0; slot < 4; ++slot) {
      const std::optional<ElementType> type = resource.format[slot];
      formats |= element::formats[slot].put(*place(element_types, type));
    }
    put(formats);
  }

  void write(const ConstantBuffer& buffer) {
    const bool immediate = buffer.number == immediate_buffer;
    if (!immediate && !buffer.values.empty())
      refuse(
          buffer.location,
          fmt::format("values of cb{} have no token; only those of icb have one", buffer.number));
    if (!immediate) {
      statement(Statement::constant_buffer);
      return array(File::constant, buffer.number, buffer.size, buffer.location);
    }
    statement(Statement::constant_buffer, opcode::first.put(1));
    put(static_cast<std::uint32_t>(buffer.values.size()));
    for (const std::uint32_t word : buffer.values) put(word);
  }

  void group() {
    if (!program_.threads_per_group) return;
    const std::array<std::uint32_t, 3>& size = *program_.threads_per_group;
    if (!program_.max_threads) {
      statement(Statement::threads_per_group, opcode::control.put(3));
      for (const std::uint32_t threads : size) put(threads);
      return;
    }
    if (size[1] != 1 || size[2] != 1)
      refuse({1, 1}, "dcl_max_thread_per_group has a token for only one number");
    statement(Statement::max_threads_per_group);
    put(size[0]);
  }

  void write(const Uav& uav) {
    if (is_gds(uav.id)) {
      const std::uint32_t gds = fit(opcode::id, uav.id - first_gds, "the GDS", uav.location);
      statement(uav.stride == 0 ? Statement::gds : Statement::structured_gds, gds);
      if (uav.stride != 0) put(uav.stride);
      return put(uav.stride == 0 ? uav.bytes : uav.bytes / uav.stride);
    }
    const std::uint32_t id = fit(opcode::id, uav.id, "the UAV", uav.location);
    switch (uav.kind) {
      case UavKind::raw:
        return statement(Statement::raw_uav, id);
      case UavKind::arena:
        return statement(Statement::arena_uav, id);
      case UavKind::structured:
        statement(Statement::structured_uav, id);
        return put(uav.stride);
      case UavKind::typeless:
        refuse(uav.location, "the meaning of dcl_typeless_uav_id's token is not published");
      case UavKind::typed:
        break;
    }
    if (uav.stride != 0) refuse(uav.location, "_stride of dcl_uav_id has no token");
    const std::optional<Dimension> dimension = uav.dimension;
    const std::optional<ElementType> format = uav.format;
    const std::uint32_t type_number = *place(dimensions, dimension);
    const std::uint32_t format_number = *place(element_types, format);
    if (uav.id <= opcode::uav_id.most()) {
      return statement(Statement::uav, opcode::uav_id.put(uav.id) |
                                           opcode::uav_format.put(format_number) |
                                           opcode::uav_type.put(type_number));
    }
    statement(Statement::typed_uav, id);
    put(element::uav_format.put(format_number) | element::uav_type.put(type_number));
  }

  /// The token of a register.
  void name(File file, std::uint32_t number, std::uint32_t more, Location location) {
    const bool numbered = has_number(file) && number != immediate_buffer;
    put(operand::file.put(number_of(file, number)) |
        (numbered ? fit(operand::number, number, "the register", location) : 0) | more);
  }

  /// A register with its declared size.
  void array(File file, std::uint32_t number, std::uint32_t size, Location location) {
    name(file, number, operand::immediate.put(1), location);
    put(size);
  }

  /// A register, its modifier and its index.
  void reference(File file, std::uint32_t number, const Index& index,
                 std::optional<std::uint32_t> modifier, Location location) {
    const bool indexed = is_indexed(file);
    const bool relative = indexed && index.relative;
    name(file, number,
         operand::modified.put(modifier.has_value()) | operand::immediate.put(indexed) |
             operand::addressing.put(relative ? operand::relative_to_register : operand::absolute),
         location);
    if (modifier) put(*modifier);
    if (relative) {
      name(index.file, index.number, operand::modified.put(1), location);
      std::uint32_t slot = 0;
      for (const Field& field : source::slots) slot |= field.put(index.component);
      put(slot);
    }
    if (indexed) put(static_cast<std::uint32_t>(index.offset));
  }

  /// `more` holds further bits of the modifier: _sat and _x2.
  void write(const Destination& target, std::uint32_t more) {
    std::uint32_t modifier = more;
    for (std::size_t slot = 0; slot < 4; ++slot)
      modifier |= destination::slots[slot].put(*place(writes, target.mask[slot]));
    reference(target.file, target.number, target.index,
              modifier == destination::whole ? std::nullopt : std::optional(modifier),
              target.location);
  }

  void write(const Source& from) {
    std::uint32_t modifier = source::invert.put(from.invert) | source::bias.put(from.bias) |
                             source::x2.put(from.x2) | source::sign.put(from.sign) |
                             source::absolute.put(from.absolute) |
                             source::divide.put(*place(div_comps, from.divide));
    for (std::size_t slot = 0; slot < 4; ++slot)
      modifier |= source::slots[slot].put(*place(selects, from.swizzle[slot])) |
                  source::negate[slot].put(from.negate[slot]);
    reference(from.file, from.number, from.index,
              modifier == source::whole ? std::nullopt : std::optional(modifier), from.location);
  }

  void write(const Instruction& instruction) {
    const InstructionInfo& row = info(instruction.opcode);
    // `loop` and whileloop are the same instruction here.
    const Code* code =
        find_code(instruction.opcode == Opcode::loop ? Opcode::whileloop : instruction.opcode);
    if (code == nullptr)
      refuse(instruction.location,
             fmt::format("the number of {}'s token is not published", row.mnemonic));
    put(opcode::code.put(code->number) | opcode::control.put(code->control) |
        control(row, instruction));
    if (const auto offset = texel_offsets(instruction)) put(*offset);
    const Suffixes& s = instruction.suffixes;
    const std::uint32_t result =
        destination::saturate.put(s.saturate) | destination::shift.put(*place(shifts, s.shift));
    if (instruction.opcode == Opcode::uav_store) {
      // uav_store has tokens only for an address and a value.
      if (instruction.destination.mask != Destination{}.mask)
        refuse(instruction.destination.location, "a mask of uav_store has no token");
    } else if (instruction.has_destination) {
      write(instruction.destination, result);
    }
    for (std::size_t k = 0; k < instruction.source_count; ++k) write(instruction.sources[k]);
    if (instruction.opcode == Opcode::case_) put(instruction.label);
    if (instruction.opcode == Opcode::func || is_call(instruction.opcode))
      put(fit({0, 16}, instruction.label, "the function", instruction.location));
  }

  /// The bits above the opcode's number.
  std::uint32_t control(const InstructionInfo& row, const Instruction& i) {
    Suffixes s = i.suffixes;
    s.id %= first_gds;
    const auto takes = [&](std::uint32_t wanted) { return (row.suffixes & wanted) != 0; };
    const auto no_token = [&](std::string_view what) {
      refuse(i.location,
             fmt::format("the place of {} in {}'s token is not published", what, row.mnemonic));
    };
    std::uint32_t made = 0;
    for (const SuffixField& held : suffix_fields()) {
      if (!takes(held.suffix)) continue;
      if (const auto* flag = std::get_if<bool Suffixes::*>(&held.member))
        made |= held.field.put(s.**flag);
      else
        made |= fit(held.field, s.*std::get<std::uint32_t Suffixes::*>(held.member),
                    held.name.empty() ? row.mnemonic : held.name, i.location);
    }
    if (i.opcode == Opcode::ddiv) {
      if (s.zero_op != ZeroOp::infinity) no_token("_zeroop");
    } else if (takes(suffix::zero_op)) {
      made |= opcode::zero_op.put(*place(zero_ops, s.zero_op));
    }
    if (takes(suffix::relation)) made |= opcode::relation.put(*place(relations, s.relation));
    if (takes(suffix::sampling)) {
      if (s.unnormalized) no_token("_coordtype");
      made |= opcode::address_offset.put(s.offset != std::array<float, 3>{});
    }
    if (s.cached && i.opcode != Opcode::uav_raw_load) no_token("_cached");
    if (s.cached) made |= opcode::raw_caching.put(static_cast<std::uint32_t>(Caching::cached));
    if (takes(suffix::size)) made |= opcode::arena_size.put(*place(sizes, s.size));
    if (takes(suffix::lds_offset | suffix::lds_sharing))
      made |= opcode::sharing.put(s.lds_absolute.value_or(program_.lds_absolute));
    return made;
  }

  /// The token of _aoffimmi, if it is not 0.
  static std::optional<std::uint32_t> texel_offsets(const Instruction& i) {
    const std::array<float, 3>& offset = i.suffixes.offset;
    if (offset == std::array<float, 3>{}) return std::nullopt;
    std::uint32_t made = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const float halves = 2 * offset[axis];
      if (halves != std::floor(halves) || halves < -128 || halves > 127)
        refuse(i.location,
               fmt::format(
                   "_aoffimmi({}) has no token; only multiples of 0.5 from -64 to 63.5 have one",
                   offset[axis]));
      made |= texel_offset::axes[axis].put(
          static_cast<std::uint32_t>(static_cast<std::int32_t>(halves)));
    }
    return made;
  }

  const Program& program_;
  std::vector<std::uint32_t> tokens_;
};

}  // namespace

std::vector<std::uint32_t> assemble(const Program& program) { return Assembler(program).run(); }

Program canonical(const Program& program) {
  Program made = program;
  made.version = text(program, version_of(program));
  for (Input& input : made.inputs)
    input.form = text("dcl_input", form_of(input.form, "dcl_input", input.target.location));
  for (Output& output : made.outputs)
    output.form = text("dcl_output", form_of(output.form, "dcl_output", output.target.location));
  for (Instruction& i : made.instructions) {
    if (i.opcode == Opcode::loop) i.opcode = Opcode::whileloop;
    if (i.suffixes.lds_absolute == program.lds_absolute) i.suffixes.lds_absolute.reset();
    // -0.0 and 0.0 are the same offset.
    for (float& offset : i.suffixes.offset) offset += 0.0f;
  }
  return made;
}

}  // namespace gputest::il::binary

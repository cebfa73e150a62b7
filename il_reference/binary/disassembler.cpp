#include "il_reference/binary/disassembler.hpp"

#include <fmt/format.h>

#include <charconv>

#include "common/core/error.hpp"
#include "il_reference/binary/codes.hpp"
#include "il_reference/language/checker.hpp"
#include "il_reference/language/parser.hpp"
#include "il_reference/language/printer.hpp"

namespace gputest::il::binary {
namespace {

[[noreturn]] void fail(std::size_t token, const std::string& sentence) {
  throw Error(Status::bad_input, fmt::format("token {}: {}", token, sentence));
}

/// Makes a draft: everything in the tokens, without the matching of blocks. In the draft, the line
/// of a location is the thing's first token.
class Reader {
 public:
  explicit Reader(std::span<const std::uint32_t> tokens) : tokens_(tokens) {}

  Program read() {
    begin();
    while (!ended_) statement();
    if (at_ != tokens_.size())
      fail(at_,
           fmt::format("the stream continues after its end for {} tokens", tokens_.size() - at_));
    return std::move(program_);
  }

  std::vector<std::string>& warnings() { return warnings_; }
  /// The first token of the declarations without a location.
  std::size_t group_token() const { return group_; }
  std::size_t lds_words_token() const { return lds_words_; }
  std::size_t sharing_token() const { return sharing_; }

 private:
  std::uint32_t next() {
    if (at_ >= tokens_.size())
      fail(tokens_.size(),
           fmt::format("the stream ends within {}, which begins at token {}", within_, start_));
    return tokens_[at_++];
  }

  /// Requires that `bits` of the last token are 0.
  void nothing_in(std::uint32_t token, std::uint32_t bits) const {
    if ((token & bits) != 0)
      fail(at_ - 1,
           fmt::format("the bits 0x{:08X} of {} have no meaning here", token & bits, within_));
  }

  Location here() const { return {static_cast<std::uint32_t>(start_), 1}; }

  void begin() {
    within_ = "the language";
    const std::uint32_t language = next();
    if (language >= languages.size())
      fail(0, fmt::format("0x{:08X} is not a language of IL, 0 to {}", language,
                          languages.size() - 1));
    if (language != 0) program_.client = languages[language];
    within_ = "the version";
    const std::uint32_t version = next();
    const std::uint32_t major = header::major.get(version), stage = header::stage.get(version);
    if (major != header::version || version >> 26 != 0)
      fail(1, fmt::format("0x{:08X} is not a version of IL 2", version));
    if (stage != header::pixel_stage && stage != header::compute_stage) {
      fail(1, stage < stages.size()
                  ? fmt::format("unsupported version 'il_{}'", stages[stage])
                  : fmt::format("the version's shader type {} does not exist in IL", stage));
    }
    program_.stage = stage == header::pixel_stage ? Stage::pixel : Stage::compute;
    program_.version =
        fmt::format("il_{}_{}_{}{}{}", stages[stage], major, header::minor.get(version),
                    header::multipass.get(version) != 0 ? "_mp" : "",
                    header::realtime.get(version) != 0 ? "_rt" : "");
  }

  void statement() {
    start_ = at_;
    if (at_ >= tokens_.size()) fail(at_, "the stream has no end instruction");
    const std::uint32_t token = tokens_[at_++];
    const std::uint32_t number = opcode::code.get(token);
    const Code* code = find_code(number, opcode::first_bit.get(token));
    if (code == nullptr)
      fail(start_, fmt::format("{} is not the number of an instruction", number));
    within_ = code->name;
    switch (code->kind) {
      case Code::Kind::unread:
        fail(start_, fmt::format("unsupported instruction '{}' ({})", code->name, number));
      case Code::Kind::statement:
        return declaration(static_cast<Statement>(number), token);
      case Code::Kind::instruction:
        return instruction(*code, token);
    }
  }

  void declaration(Statement which, std::uint32_t token) {
    const std::uint32_t control = token & ~opcode::code.mask();
    switch (which) {
      case Statement::end:
        nothing_in(token, control);
        ended_ = true;
        return;
      case Statement::comment: {
        nothing_in(token, control);
        const std::uint32_t length = next();
        nothing_in(length, ~comment_length.mask());
        for (std::uint32_t k = 0; k < length; ++k) next();
        return;
      }
      case Statement::prefix:
        nothing_in(token, opcode::second.mask() | opcode::first.mask());
        within_ = "_prec";
        return warn("_prec is ignored");
      case Statement::global_flags:
        nothing_in(token, opcode::second.mask() | opcode::first.mask());
        within_ = "dcl_global_flags";
        return warn("dcl_global_flags is ignored");
      case Statement::input:
        return input(token);
      case Statement::output:
        within_ = "dcl_output";
        nothing_in(token, control & ~opcode::usage.mask());
        program_.outputs.push_back({"dcl_output_" + usage(token), target(nullptr)});
        return;
      case Statement::resource:
        return resource(token);
      case Statement::constant_buffer:
        return constant_buffer(token);
      case Statement::indexed_temp: {
        within_ = "dcl_indexed_temp_array";
        nothing_in(token, control);
        const Source x = array(File::indexed_temp);
        program_.indexed_temps.push_back(
            {x.number, static_cast<std::uint32_t>(x.index.offset), here()});
        return;
      }
      case Statement::literal: {
        within_ = "dcl_literal";
        nothing_in(token, control);
        const Source l = from();
        if (l.file != File::literal) fail(start_, "dcl_literal must declare a literal");
        Literal made{l.number, {}, here()};
        for (std::uint32_t& bits : made.bits) bits = next();
        program_.literals.push_back(made);
        return;
      }
      case Statement::threads_per_group: {
        within_ = "dcl_num_thread_per_group";
        const std::uint32_t count = opcode::control.get(token);
        nothing_in(token, control & ~opcode::control.mask());
        if (count < 1 || count > 3)
          fail(start_, fmt::format("dcl_num_thread_per_group has 1 to 3 numbers, not {}", count));
        std::array<std::uint32_t, 3> size{1, 1, 1};
        for (std::uint32_t axis = 0; axis < count; ++axis) size[axis] = next();
        return group(size, false);
      }
      case Statement::max_threads_per_group:
        within_ = "dcl_max_thread_per_group";
        nothing_in(token, control);
        return group({next(), 1, 1}, true);
      case Statement::lds_words_per_thread:
        within_ = "dcl_lds_size_per_thread";
        nothing_in(token, control & ~opcode::control.mask());
        lds_words_ = start_;
        program_.lds_words_per_thread = opcode::control.get(token);
        return;
      case Statement::lds_sharing_mode:
        within_ = "dcl_lds_sharing_mode";
        nothing_in(token, control & ~opcode::sharing.mask());
        sharing_ = start_;
        program_.lds_absolute = sharing(token);
        return;
      case Statement::lds:
      case Statement::structured_lds:
        return lds(token, which == Statement::structured_lds);
      case Statement::gds:
      case Statement::structured_gds:
        return gds(token, which == Statement::structured_gds);
      case Statement::raw_uav:
      case Statement::arena_uav:
      case Statement::structured_uav:
      case Statement::uav:
      case Statement::typed_uav:
        return uav(which, token);
    }
  }

  void warn(std::string_view sentence) {
    warnings_.push_back(fmt::format("token {}: {}", start_, sentence));
  }

  std::string usage(std::uint32_t token) const {
    const std::uint32_t number = opcode::usage.get(token);
    if (number >= usages.size())
      fail(start_, fmt::format("the usage {} of {} does not exist in IL", number, within_));
    return std::string(usages[number]);
  }

  void input(std::uint32_t token) {
    within_ = "dcl_input";
    nothing_in(token, token & ~(opcode::code.mask() | opcode::usage.mask() |
                                opcode::interpolation.mask()));
    std::string form = "dcl_input_" + usage(token);
    const std::uint32_t mode = opcode::interpolation.get(token);
    if (mode != 0) form += fmt::format("_interp({})", interpolations[mode]);
    program_.inputs.push_back({form, target(nullptr)});
  }

  Dimension dimension(std::uint32_t number) const {
    if (number < dimensions.size() && dimensions[number]) return *dimensions[number];
    fail(start_, number < dimensions.size()
                     ? fmt::format("unsupported type '{}' of {}", dimension_names[number], within_)
                     : fmt::format("the type {} of {} does not exist in IL", number, within_));
  }

  ElementType element_type(std::uint32_t number) const {
    if (number < element_types.size() && element_types[number]) return *element_types[number];
    fail(start_, fmt::format("unsupported format {} of {}", number, within_));
  }

  void resource(std::uint32_t token) {
    within_ = "dcl_resource";
    nothing_in(token, token & ~(opcode::code.mask() | opcode::resource.mask() |
                                opcode::resource_type.mask() | opcode::unnormalized.mask()));
    Resource made;
    made.id = opcode::resource.get(token);
    made.dimension = dimension(opcode::resource_type.get(token));
    made.unnormalized = opcode::unnormalized.get(token) != 0;
    made.location = here();
    const std::uint32_t formats = next();
    nothing_in(formats, element::reserved.mask());
    for (std::size_t slot = 0; slot < 4; ++slot)
      made.format[slot] = element_type(element::formats[slot].get(formats));
    program_.resources.push_back(made);
  }

  void constant_buffer(std::uint32_t token) {
    within_ = "dcl_cb";
    const bool immediate = opcode::first.get(token) != 0;
    nothing_in(token, token & ~(opcode::code.mask() | opcode::first.mask()));
    if (!immediate) {
      const Source cb = array(File::constant);
      if (cb.number == immediate_buffer) fail(start_, "icb is declared without values");
      program_.constant_buffers.push_back(
          {cb.number, static_cast<std::uint32_t>(cb.index.offset), {}, here()});
      return;
    }
    const std::uint32_t words = next();
    if (words % 4 != 0)
      fail(at_ - 1, fmt::format("icb has {} words, not a multiple of four", words));
    if (words > tokens_.size() - at_)
      fail(at_ - 1,
           fmt::format("icb has {} words, but only {} tokens follow", words, tokens_.size() - at_));
    ConstantBuffer made{immediate_buffer, words / 4, {}, here()};
    for (std::uint32_t k = 0; k < words; ++k) made.values.push_back(next());
    program_.constant_buffers.push_back(std::move(made));
  }

  void group(std::array<std::uint32_t, 3> size, bool most) {
    group_ = start_;
    program_.threads_per_group = size;
    program_.max_threads = most;
  }

  bool sharing(std::uint32_t token) const {
    const std::uint32_t mode = opcode::sharing.get(token);
    if (mode > 1) fail(start_, fmt::format("the sharing mode {} does not exist in IL", mode));
    return mode == 1;
  }

  void lds(std::uint32_t token, bool structured) {
    within_ = structured ? "dcl_struct_lds" : "dcl_lds";
    nothing_in(token, opcode::second.mask() | opcode::first.mask());
    Lds made;
    made.id = opcode::id.get(token);
    made.location = here();
    made.bytes = next();
    if (structured) {
      made.stride = made.bytes;
      const std::uint64_t bytes = std::uint64_t{made.stride} * next();
      if (made.stride == 0 || bytes > 0xFFFFFFFFu)
        fail(start_, fmt::format("invalid LDS: structures of {} bytes, {} bytes in all",
                                 made.stride, bytes));
      made.bytes = static_cast<std::uint32_t>(bytes);
    }
    program_.lds.push_back(made);
  }

  void gds(std::uint32_t token, bool structured) {
    lds(token, structured);
    const Lds read = program_.lds.back();
    program_.lds.pop_back();
    Uav made;
    made.id = first_gds + read.id;
    made.kind = structured ? UavKind::structured : UavKind::raw;
    made.bytes = read.bytes;
    made.stride = read.stride;
    made.location = read.location;
    program_.uavs.push_back(made);
  }

  void uav(Statement which, std::uint32_t token) {
    within_ = "dcl_uav";
    nothing_in(token, opcode::second.mask() | opcode::first.mask());
    Uav made;
    made.id = opcode::id.get(token);
    made.location = here();
    if (which == Statement::raw_uav) {
      made.kind = UavKind::raw;
    } else if (which == Statement::arena_uav) {
      made.kind = UavKind::arena;
    } else if (which == Statement::structured_uav) {
      made.kind = UavKind::structured;
      made.stride = next();
    } else if (which == Statement::uav) {
      made.kind = UavKind::typed;
      made.id = opcode::uav_id.get(token);
      nothing_in(token, token & ~(opcode::code.mask() | opcode::uav_id.mask() |
                                  opcode::uav_format.mask() | opcode::uav_type.mask()));
      made.format = element_type(opcode::uav_format.get(token));
      made.dimension = dimension(opcode::uav_type.get(token));
    } else {
      made.kind = UavKind::typed;
      const std::uint32_t type = next();
      nothing_in(type, element::uav_reserved.mask());
      made.format = element_type(element::uav_format.get(type));
      made.dimension = dimension(element::uav_type.get(type));
    }
    program_.uavs.push_back(made);
  }

  /// A register before its index: r5, cb0, mem.
  struct Named {
    File file = File::temp;
    std::uint32_t number = 0;
    std::uint32_t token = 0;
  };
  Named named() {
    const std::uint32_t token = next();
    const std::uint32_t number = operand::file.get(token);
    const auto known = file_of(number);
    if (!known) fail(at_ - 1, fmt::format("unsupported set of registers {}", number));
    nothing_in(token, token & (operand::reserved.mask() | operand::extended.mask() |
                               operand::two_dimensional.mask()));
    Named made{known->file, operand::number.get(token), token};
    const bool numbered = has_number(made.file) && !known->immediate;
    if (!numbered) nothing_in(token, operand::number.mask());
    if (known->immediate) made.number = immediate_buffer;
    const std::uint32_t addressing = operand::addressing.get(token);
    const bool relative = addressing == operand::relative_to_register;
    if (addressing != operand::absolute && !relative)
      fail(at_ - 1, fmt::format("addresses of kind {} are not supported", addressing));
    if (!is_indexed(made.file) && (relative || operand::immediate.get(token) != 0))
      fail(at_ - 1, fmt::format("{} has no index", name(made.file, made.number)));
    return made;
  }

  /// The content of the brackets after the register and its modifier.
  Index index(const Named& of) {
    Index made;
    if (!is_indexed(of.file)) return made;
    made.relative = operand::addressing.get(of.token) == operand::relative_to_register;
    if (made.relative) {
      const Named base = named();
      if (is_indexed(base.file) || base.file == File::memory)
        fail(at_ - 1, "an index is a slot of a register that has no index itself");
      const std::uint32_t modifier =
          operand::modified.get(base.token) != 0 ? next() : source::whole;
      const std::uint32_t slot = source::slots[0].get(modifier);
      std::uint32_t letters = 0;
      for (const Field& field : source::slots) letters |= field.mask();
      nothing_in(modifier, ~letters);
      if (slot > 3) fail(at_ - 1, "an index is a slot of a register that has no index itself");
      made.file = base.file;
      made.number = base.number;
      made.component = static_cast<std::uint8_t>(slot);
    }
    if (operand::immediate.get(of.token) != 0) {
      made.offset = static_cast<std::int32_t>(next());
      if (made.offset < 0 && !made.relative)
        fail(at_ - 1, fmt::format("index {} is out of range", made.offset));
    }
    return made;
  }

  /// A destination. If `suffixes` is null, it must have no _sat and no shift.
  Destination target(Suffixes* suffixes) {
    const Named reg = named();
    const std::uint32_t modifier =
        operand::modified.get(reg.token) != 0 ? next() : destination::whole;
    nothing_in(modifier, destination::reserved.mask());
    Destination made;
    made.location = here();
    made.file = reg.file;
    made.number = reg.number;
    for (std::size_t slot = 0; slot < 4; ++slot)
      made.mask[slot] = writes[destination::slots[slot].get(modifier)];
    const std::uint32_t shift = destination::shift.get(modifier);
    if (shift >= shifts.size())
      fail(at_ - 1, fmt::format("the shift {} does not exist in IL", shift));
    const bool saturate = destination::saturate.get(modifier) != 0;
    if (suffixes == nullptr && (saturate || shift != 0))
      fail(at_ - 1, fmt::format("{} takes neither _sat nor a shift", within_));
    if (suffixes != nullptr) {
      suffixes->saturate = saturate;
      suffixes->shift = shifts[shift];
    }
    made.index = index(reg);
    return made;
  }

  Source from() {
    const Named reg = named();
    const std::uint32_t modifier = operand::modified.get(reg.token) != 0 ? next() : source::whole;
    nothing_in(modifier, source::reserved.mask());
    if (source::saturate.get(modifier) != 0) fail(at_ - 1, "_sat of a source is not supported");
    Source made;
    made.file = reg.file;
    made.number = reg.number;
    for (std::size_t slot = 0; slot < 4; ++slot) {
      const std::uint32_t select = source::slots[slot].get(modifier);
      if (select >= selects.size()) fail(at_ - 1, fmt::format("{} selects no slot", select));
      made.swizzle[slot] = selects[select];
      made.negate[slot] = source::negate[slot].get(modifier) != 0;
    }
    made.invert = source::invert.get(modifier) != 0;
    made.bias = source::bias.get(modifier) != 0;
    made.x2 = source::x2.get(modifier) != 0;
    made.sign = source::sign.get(modifier) != 0;
    made.absolute = source::absolute.get(modifier) != 0;
    const std::uint32_t divide = source::divide.get(modifier);
    if (divide >= div_comps.size())
      fail(at_ - 1, fmt::format("_divComp {} does not exist in IL", divide));
    made.divide = div_comps[divide];
    made.index = index(reg);
    return made;
  }

  /// The register of a declaration; its index is its size.
  Source array(File file) {
    const Source made = from();
    if (made.file != file || made.index.relative)
      fail(start_, fmt::format("{} declares a register of another kind", within_));
    return made;
  }

  void instruction(const Code& code, std::uint32_t token) {
    const InstructionInfo& row = info(code.opcode);
    Instruction made;
    made.opcode = code.opcode;
    made.location = here();
    nothing_in(token, ~(opcode::code.mask() | control_bits(row)));
    control(row, token, made);
    const bool shifts_result = (row.suffixes & suffix::result) != 0;
    if (made.opcode == Opcode::uav_store) {
      made.destination.file = File::memory;
      made.has_destination = true;
    } else if (row.result != '-') {
      made.destination = target(shifts_result ? &made.suffixes : nullptr);
      made.has_destination = true;
    }
    for (std::size_t k = 0; k < row.sources.size(); ++k) made.sources[made.source_count++] = from();
    if (made.opcode == Opcode::case_) made.label = next();
    if (made.opcode == Opcode::func || is_call(made.opcode)) {
      made.label = next();
      nothing_in(made.label, 0xFFFF0000u);
    }
    program_.instructions.push_back(made);
  }

  void control(const InstructionInfo& row, std::uint32_t token, Instruction& made) {
    Suffixes& s = made.suffixes;
    const auto takes = [&](std::uint32_t wanted) { return (row.suffixes & wanted) != 0; };
    // The meaning of a text without the suffix.
    if (row.result == 'd') s.zero_op = ZeroOp::infinity;
    for (const SuffixField& held : suffix_fields()) {
      if (!takes(held.suffix)) continue;
      const std::uint32_t value = held.field.get(token);
      if (const auto* flag = std::get_if<bool Suffixes::*>(&held.member))
        s.** flag = value != 0;
      else
        s.*std::get<std::uint32_t Suffixes::*>(held.member) = value;
    }
    if (row.mnemonic.starts_with("gds_")) s.id += first_gds;
    if (takes(suffix::zero_op) && row.opcode != Opcode::ddiv)
      s.zero_op = zero_ops[opcode::zero_op.get(token)];
    if (takes(suffix::relation)) {
      const std::uint32_t relation = opcode::relation.get(token);
      if (relation >= relations.size())
        fail(start_, fmt::format("the relation {} does not exist in IL", relation));
      s.relation = relations[relation];
    }
    if (takes(suffix::sampling) && opcode::address_offset.get(token) != 0) {
      const std::uint32_t offsets = next();
      nothing_in(offsets, texel_offset::reserved.mask());
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto halves = static_cast<std::int8_t>(texel_offset::axes[axis].get(offsets));
        s.offset[axis] = static_cast<float>(halves) / 2;
      }
    }
    if (row.opcode == Opcode::uav_raw_load) {
      const auto caching = static_cast<Caching>(opcode::raw_caching.get(token));
      if (caching != Caching::compiler_decides && caching != Caching::cached)
        fail(start_, "a load that bypasses the caches is not supported");
      s.cached = caching == Caching::cached;
    }
    if (takes(suffix::size)) {
      const std::uint32_t size = opcode::arena_size.get(token);
      if (size >= sizes.size()) fail(start_, fmt::format("the size {} does not exist in IL", size));
      s.size = sizes[size];
    }
    if (takes(suffix::lds_offset | suffix::lds_sharing)) s.lds_absolute = sharing(token);
    // A fence of only writes or only reads becomes a fence of both.
    if (takes(suffix::fence) &&
        (opcode::fence_write_only.get(token) != 0 || opcode::fence_read_only.get(token) != 0))
      s.fence_memory = true;
  }

  std::span<const std::uint32_t> tokens_;
  std::size_t at_ = 0;
  std::size_t start_ = 0;    ///< of the statement
  std::string_view within_;  ///< its name
  bool ended_ = false;
  Program program_;
  std::size_t group_ = 0, lds_words_ = 0, sharing_ = 0;
  std::vector<std::string> warnings_;
};

/// The token of each line of the draft's printed text.
std::vector<std::size_t> tokens_of_lines(const Program& draft, const Reader& reader) {
  std::vector<std::size_t> tokens;
  if (!draft.client.empty()) tokens.push_back(0);
  tokens.push_back(1);
  const auto add = [&](const auto& declared) {
    for (const auto& one : declared) tokens.push_back(one.location.line);
  };
  for (const Input& input : draft.inputs) tokens.push_back(input.target.location.line);
  for (const Output& output : draft.outputs) tokens.push_back(output.target.location.line);
  add(draft.resources);
  add(draft.constant_buffers);
  add(draft.indexed_temps);
  if (draft.threads_per_group) tokens.push_back(reader.group_token());
  if (draft.lds_words_per_thread != 0) tokens.push_back(reader.lds_words_token());
  if (draft.lds_absolute) tokens.push_back(reader.sharing_token());
  add(draft.lds);
  add(draft.uavs);
  add(draft.literals);
  add(draft.instructions);
  return tokens;
}

/// Replaces lines of the printed text, which the user has not seen, by tokens.
std::string of_tokens(std::string message, const std::vector<std::size_t>& tokens) {
  constexpr std::string_view before = "at line ";
  const std::size_t at = message.find(before);
  if (at == message.npos) return message;
  std::size_t line = 0;
  const char* const first = message.data() + at + before.size();
  const auto read = std::from_chars(first, message.data() + message.size(), line);
  if (read.ec != std::errc() || line < 1 || line > tokens.size()) return message;
  const auto length = before.size() + static_cast<std::size_t>(read.ptr - first);
  return message.replace(at, length, fmt::format("at token {}", tokens[line - 1]));
}

void require_no_errors(const Diagnostics& diagnostics, const std::vector<std::size_t>& tokens,
                       std::size_t count) {
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity != Severity::error) continue;
    const std::size_t line = diagnostic.location.line;
    fail(line >= 1 && line <= tokens.size() ? tokens[line - 1] : count - 1,
         of_tokens(diagnostic.message, tokens));
  }
}

}  // namespace

Disassembly disassemble(std::span<const std::uint32_t> tokens) {
  if (tokens.empty()) throw Error(Status::bad_input, "there are no tokens");
  if (tokens.size() > most_tokens)
    throw Error(Status::bad_input, fmt::format("there are more than {} tokens", most_tokens));
  Reader reader(tokens);
  Program draft = reader.read();
  for (Instruction& i : draft.instructions)
    if (i.suffixes.lds_absolute == draft.lds_absolute) i.suffixes.lds_absolute.reset();
  const std::vector<std::size_t> lines = tokens_of_lines(draft, reader);
  Parsed parsed = parse(to_text(draft));
  require_no_errors(parsed.diagnostics, lines, tokens.size());
  require_no_errors(check(parsed.program), lines, tokens.size());
  std::string text = to_text(parsed.program);
  return {std::move(parsed.program), std::move(text), std::move(reader.warnings())};
}

}  // namespace gputest::il::binary

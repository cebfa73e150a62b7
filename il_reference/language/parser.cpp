#include "il_reference/language/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "common/core/error.hpp"
#include "il_reference/language/checker.hpp"
#include "il_reference/language/text_parser.hpp"

namespace gputest::il {
namespace {

constexpr std::size_t longest_text = 4 * 1024 * 1024;
constexpr std::size_t most_instructions = 65536;

struct ShiftSuffix {
  std::string_view name;
  std::int8_t shift;
};
constexpr ShiftSuffix shifts[] = {{"x2", 1},  {"x4", 2},  {"x8", 3},
                                  {"d2", -1}, {"d4", -2}, {"d8", -3}};

std::optional<ZeroOp> zero_op(std::string_view name) {
  if (name == "fltmax") return ZeroOp::fltmax;
  if (name == "zero") return ZeroOp::zero;
  if (name == "infinity") return ZeroOp::infinity;
  if (name == "inf_else_max") return ZeroOp::inf_else_max;
  return std::nullopt;
}

std::optional<Relation> relation(std::string_view name) {
  if (name == "eq") return Relation::eq;
  if (name == "ne") return Relation::ne;
  if (name == "gt") return Relation::gt;
  if (name == "ge") return Relation::ge;
  if (name == "lt") return Relation::lt;
  if (name == "le") return Relation::le;
  return std::nullopt;
}

std::optional<float> compared_value(std::string_view text) {
  constexpr std::pair<std::string_view, float> values[] = {
      {"0.0", 0.0f}, {"0.5", 0.5f}, {"1.0", 1.0f}, {"-0.5", -0.5f}, {"-1.0", -1.0f}};
  for (const auto& [name, value] : values)
    if (name == text) return value;
  return std::nullopt;
}

bool takes(const InstructionInfo& row, std::uint32_t suffix) {
  return (row.suffixes & suffix) != 0;
}

// Suffixes of fence with several words.
constexpr std::string_view one_way_fences[] = {"mem_read_only", "mem_write_only"};

bool is_one_way_fence(std::string_view name) {
  return std::find(std::begin(one_way_fences), std::end(one_way_fences), name) !=
         std::end(one_way_fences);
}

// The end of the first suffix of "_threads_lds"; npos if it is the last.
std::size_t suffix_end(std::string_view rest) {
  for (const std::string_view fence : one_way_fences) {
    if (rest.substr(1).starts_with(fence)) return rest.find('_', 1 + fence.size());
  }
  return rest.find('_', 1);
}

// Compilers of games wrote the shader's source language above the version.
bool is_client_language(std::string_view word) {
  constexpr std::string_view languages[] = {"dx8_ps",  "dx8_vs",  "dx9_ps",  "dx9_vs",  "dx10_ps",
                                            "dx10_vs", "dx10_gs", "dx11_ps", "dx11_vs", "dx11_gs",
                                            "dx11_cs", "dx11_hs", "dx11_ds", "generic", "opengl"};
  return std::find(std::begin(languages), std::end(languages), word) != std::end(languages);
}

}  // namespace

// Editors on Windows begin a file with a byte order mark.
TextParser::TextParser(std::string_view text)
    : scanner_(text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text) {}

void TextParser::report(Severity severity, Location location, std::string message) {
  const bool known = std::any_of(
      diagnostics_.begin(), diagnostics_.end(),
      [&](const Diagnostic& d) { return d.location == location && d.message == message; });
  // Errors and warnings are counted separately: many warnings must not hide an error.
  std::size_t& count = severity == Severity::error ? errors_ : warnings_;
  if (known || count >= most_diagnostics) return;
  ++count;
  diagnostics_.push_back({severity, location, std::move(message)});
}

void TextParser::fail(Location location, std::string message) {
  report(Severity::error, location, std::move(message));
  throw StatementError{};
}

std::string TextParser::found() const {
  const char c = scanner_.peek();
  if (scanner_.at_end()) return "the end of the text";
  if (c == '\n' || c == '\r' || c == ';') return "the end of the line";
  Scanner ahead = scanner_;
  const std::string_view word = ahead.word();
  if (!word.empty()) return fmt::format("'{}'", word.substr(0, 40));
  if (c >= ' ' && c <= '~') return fmt::format("'{}'", c);
  return fmt::format("the byte 0x{:02X}", static_cast<unsigned char>(c));
}

void TextParser::expect(char wanted) {
  const Scanner before = scanner_;
  if (scanner_.accept(wanted)) return;
  scanner_ = before;
  scanner_.skip_space_in_line();
  fail(scanner_.location(), fmt::format("expected '{}', found {}", wanted, found()));
}

std::uint32_t TextParser::number(std::string_view what) {
  scanner_.skip_space();
  const Location location = scanner_.location();
  const std::string_view word = scanner_.word();
  const auto value = unsigned_number(word);
  if (!value) {
    fail(location, fmt::format("expected {}, found {}", what,
                               word.empty() ? found() : fmt::format("'{}'", word)));
  }
  return *value;
}

std::uint32_t TextParser::parenthesised_number(std::string_view what) {
  expect('(');
  const std::uint32_t value = number(what);
  expect(')');
  if (value >= 0x10000) fail(scanner_.location(), fmt::format("{} is below 65536", what));
  return value;
}

std::string TextParser::argument() {
  expect('(');
  std::string text;
  while (true) {
    scanner_.skip_space();
    const char c = scanner_.peek();
    if (c == ')') break;
    if (scanner_.at_end() || text.size() > 100) fail(scanner_.location(), "expected ')'");
    text += c;
    scanner_.advance();
  }
  scanner_.advance();
  return text;
}

Parsed TextParser::run() {
  if (scanner_.text().size() > longest_text) {
    report(Severity::error, {1, 1}, fmt::format("the text is longer than {} bytes", longest_text));
  } else {
    collect_macros();
    statements();
    finish();
  }
  return {std::move(program_), first_of_each(std::move(diagnostics_)), declarations_whole_};
}

void TextParser::statements() {
  while (!ended_ && !too_long_ && errors_ < most_diagnostics) {
    scanner_.skip_space();
    if (scanner_.at_end()) break;
    statement();
  }
}

// Reads one statement. After an error, parsing resumes on the next line, or at the point of the
// error if that is already on a later line.
void TextParser::statement() {
  const Location location = scanner_.location();
  bool is_declaration = false;
  try {
    const std::string_view word = is_letter(scanner_.peek()) ? scanner_.word() : std::string_view();
    if (word.empty()) fail(location, fmt::format("expected an instruction, found {}", found()));
    is_declaration = word == "dcl" || word.starts_with("dcl_");
    if (word.starts_with("il_")) {
      version(word, location);
    } else if (program_.version.empty() && is_client_language(word)) {
      report(Severity::warning, location, fmt::format("{} is ignored", word));
      program_.client = word == "generic" ? std::string_view() : word;
    } else if (is_declaration) {
      declaration(word, location);
    } else if (word == "mdef") {
      definition(location);
    } else if (word == "mcall") {
      call_macro(location);
    } else if (word == "mend") {
      fail(location, "mend without its mdef");
    } else if (word == "end") {
      ended_ = true;
      return;
    } else if (!short_form(word, location)) {
      instruction(word, location);
    }
    scanner_.skip_space_in_line();
    if (scanner_.peek() == ',') {
      fail(scanner_.location(), fmt::format("{} takes no more operands", word));
    }
  } catch (const StatementError&) {
    declarations_whole_ = declarations_whole_ && !is_declaration;
    if (scanner_.location().line == location.line) scanner_.skip_line();
  }
}

void TextParser::version(std::string_view word, Location location) {
  const std::string_view rest = word.substr(3);
  const bool pixel = rest == "ps" || rest.starts_with("ps_");
  const bool compute = rest == "cs" || rest.starts_with("cs_");
  if (!pixel && !compute) fail(location, fmt::format("unsupported version '{}'", word));
  if (!program_.version.empty()) fail(location, "a second version in the same text");
  program_.version = word;
  program_.stage = pixel ? Stage::pixel : Stage::compute;
}

void TextParser::instruction(std::string_view word, Location location) {
  std::size_t length = 0;
  const std::string lower = lower_case(word);
  const InstructionInfo* row = find_instruction(lower, &length);
  if (known_unsupported(lower)) {
    fail(location, fmt::format("unsupported instruction '{}'", word.substr(0, 40)));
  }
  if (row == nullptr) fail(location, fmt::format("unknown instruction '{}'", word.substr(0, 40)));
  Instruction made;
  made.opcode = row->opcode;
  made.location = location;
  if (row->mnemonic.starts_with("gds_")) made.suffixes.id = first_gds;
  // Division of doubles follows IEEE unless _zeroop says otherwise.
  if (row->result == 'd') made.suffixes.zero_op = ZeroOp::infinity;
  suffixes(word.substr(length), *row, made);
  operands(*row, made);
  if (row->opcode == Opcode::func) {
    begin_function(made);
    return;
  }
  emit(made);
}

// `rest` is the rest of the mnemonic's word: "_resource" of sample_resource(0)_sampler(0).
void TextParser::suffixes(std::string_view rest, const InstructionInfo& row, Instruction& made) {
  while (true) {
    while (!rest.empty()) {
      const std::size_t next = suffix_end(rest);
      suffix(rest.substr(1, next == std::string_view::npos ? next : next - 1), row, made);
      rest = next == std::string_view::npos ? std::string_view() : rest.substr(next);
    }
    scanner_.skip_space_in_line();
    if (scanner_.peek() != '_') break;
    rest = scanner_.word();
  }
}

// A suffix with an argument ends its word, so the scanner is before the parenthesis.
void TextParser::suffix(std::string_view written, const InstructionInfo& row, Instruction& made) {
  const std::string name = lower_case(written);
  const Location location = scanner_.location();
  Suffixes& s = made.suffixes;
  const auto refuse = [&] {
    fail(made.location, fmt::format("{} takes no _{}", row.mnemonic, written));
  };
  const auto require = [&](std::uint32_t wanted) {
    if (!takes(row, wanted)) refuse();
  };
  const auto* shift = std::find_if(std::begin(shifts), std::end(shifts),
                                   [&](const ShiftSuffix& x) { return x.name == name; });
  if (shift != std::end(shifts)) {
    require(suffix::result);
    s.shift = shift->shift;
  } else if (name == "sat") {
    require(suffix::result);
    s.saturate = true;
  } else if (name == "ieee") {
    require(suffix::ieee);
    s.ieee = true;
  } else if (name == "zeroop") {
    require(suffix::zero_op);
    const std::string value = argument();
    const auto op = zero_op(value);
    if (!op) fail(location, fmt::format("unknown _zeroop({})", value));
    s.zero_op = *op;
  } else if (name == "relop") {
    require(suffix::relation);
    const std::string value = argument();
    const auto op = relation(value);
    if (!op) fail(location, fmt::format("unknown _relop({})", value));
    s.relation = *op;
    relation_is_written_ = true;
  } else if (name == "cmpval" && row.mnemonic == "cmp") {
    const std::string value = argument();
    compared_value_ = compared_value(value);
    if (!compared_value_) {
      fail(location, fmt::format("_cmpval takes 0.0, 0.5, 1.0, -0.5 or -1.0, found '{}'", value));
    }
  } else if (name == "resource" && row.shape == Shape::lds && takes(row, suffix::id)) {
    s.id = parenthesised_number("an id");  // lds_add_resource(1), a form of some compilers
  } else if (name == "resource") {
    require(suffix::sampling);
    s.resource = parenthesised_number("a resource's number");
  } else if (name == "sampler") {
    require(suffix::sampling);
    s.sampler = parenthesised_number("a sampler's number");
  } else if (name == "aoffimmi") {
    require(suffix::sampling);
    const std::string value = argument();
    // A compiler of the time left parts empty: (1.0,2.0,,0.0).
    const char* at = value.data();
    const char* const end = at + value.size();
    std::size_t axis = 0;
    while (axis < 3 && at < end) {
      if (*at == ',') {
        ++at;
        continue;
      }
      const auto read = std::from_chars(at, end, s.offset[axis++]);
      if (read.ec != std::errc() || (read.ptr < end && *read.ptr != ',')) break;
      at = read.ptr;
    }
    const bool sane = std::all_of(s.offset.begin(), s.offset.end(),
                                  [](float f) { return f >= -65536.0f && f <= 65536.0f; });
    if (at != end || axis == 0 || !sane) {
      fail(location, fmt::format("_aoffimmi takes up to three numbers, found '{}'", value));
    }
  } else if (name == "coordtype") {
    require(suffix::sampling);
    const std::string value = argument();
    if (value != "unnormalized" && value != "normalized") {
      fail(location, fmt::format("unknown _coordtype({})", value));
    }
    s.unnormalized = value == "unnormalized";
  } else if (name == "id") {
    require(suffix::id);
    s.id = parenthesised_number("an id") + (is_gds(s.id) ? first_gds : 0);
  } else if (name == "cached") {
    require(suffix::cached);
    s.cached = true;
  } else if (name == "size") {
    require(suffix::size);
    const std::string value = argument();
    if (value != "dword" && value != "short" && value != "byte") {
      fail(location, fmt::format("unknown _size({})", value));
    }
    s.size = value == "dword" ? 4 : value == "short" ? 2 : 1;
  } else if (name == "loffset") {
    require(suffix::lds_offset);
    s.lds_offset = parenthesised_number("an offset");
  } else if (name == "sharingmode") {
    if (!takes(row, suffix::lds_offset | suffix::lds_sharing)) refuse();
    const std::string value = argument();
    if (value != "abs" && value != "rel")
      fail(location, fmt::format("unknown _sharingMode({})", value));
    s.lds_absolute = value == "abs";
  } else if (name == "neighborexch") {
    require(suffix::lds_sharing);
    s.neighbour_exchange = true;
  } else if (name == "threads" && takes(row, suffix::fence)) {
    s.fence_threads = true;
  } else if (name == "lds" && takes(row, suffix::fence)) {
    s.fence_lds = true;
  } else if ((name == "memory" || name == "mem" || is_one_way_fence(name)) &&
             takes(row, suffix::fence)) {
    s.fence_memory = true;  // orders both reads and writes, which covers the one-way fences
  } else if (name == "sr" && takes(row, suffix::fence)) {
    s.fence_shared = true;
  } else {
    fail(made.location, fmt::format("unknown suffix '_{}' of {}", written, row.mnemonic));
  }
}

bool TextParser::mem_is_next() const {
  Scanner ahead = scanner_;
  ahead.skip_space();
  return ahead.word().starts_with("mem");
}

void TextParser::operands(const InstructionInfo& row, Instruction& made) {
  bool first = true;
  const auto separate = [&] {
    if (!first) expect(',');
    first = false;
  };
  const bool stores = row.shape == Shape::lds || row.shape == Shape::uav;
  if (row.opcode == Opcode::uav_store && !mem_is_next()) {
    // A typed store writes the whole element and usually omits mem.
    made.destination.file = File::memory;
    made.destination.location = scanner_.location();
    made.has_destination = true;
  } else if (row.result != '-') {
    made.destination = destination();
    made.has_destination = true;
    first = false;
    if ((row.result == 'm') != (made.destination.file == File::memory)) {
      fail(made.destination.location, row.result == 'm'
                                          ? fmt::format("{} writes to mem", row.mnemonic)
                                          : fmt::format("{} cannot write to mem", row.mnemonic));
    }
  } else if (stores) {
    // The mem in `uav_add_id(0) mem, r0, r1` adds nothing.
    if (mem_is_next()) {
      destination();
      first = false;
    }
  }
  for (const char kind : row.sources) {
    separate();
    made.sources[made.source_count++] = source(kind, row.shape);
  }
  if (row.opcode == Opcode::func || is_call(row.opcode)) {
    separate();
    made.label = number("a function's number");
  } else if (row.opcode == Opcode::case_) {
    scanner_.skip_space();
    const Location location = scanner_.location();
    const bool negative = scanner_.accept('-');
    const std::uint32_t value = number("an integer");
    if (negative && value > 0x80000000u) fail(location, fmt::format("-{} is out of range", value));
    made.label = negative ? 0u - value : value;
  }
}

void TextParser::emit(const Instruction& made) {
  if (part_ == Part::between) {
    // AMD's own compiler leaves a ret between endmain and the functions.
    if (made.opcode == Opcode::ret || made.opcode == Opcode::ret_dyn) return;
    fail(made.location, "an instruction after endmain is in no function");
  }
  if (made.opcode == Opcode::endmain) {
    if (part_ == Part::function) fail(made.location, "endmain within a function");
    part_ = Part::between;
  }
  if (made.opcode == Opcode::endfunc) {
    if (part_ != Part::function) fail(made.location, "endfunc without its func");
    part_ = Part::between;
  }
  if (program_.instructions.size() >= most_instructions) {
    too_long_ = true;
    fail(made.location,
         fmt::format("the program has more than {} instructions", most_instructions));
  }
  program_.instructions.push_back(made);
}

void TextParser::imply(Opcode opcode, Location location) {
  Instruction made;
  made.opcode = opcode;
  made.location = location;
  emit(made);
}

void TextParser::begin_function(const Instruction& made) {
  if (!expansions_.empty()) fail(made.location, "a function begins within a macro");
  if (part_ == Part::main) imply(Opcode::endmain, made.location);
  if (part_ == Part::function) imply(Opcode::endfunc, made.location);
  part_ = Part::function;
  emit(made);
}

void TextParser::finish() {
  const Location location = scanner_.location();
  try {
    if (part_ == Part::main) imply(Opcode::endmain, location);
    if (part_ == Part::function) imply(Opcode::endfunc, location);
  } catch (const StatementError&) {
    // The program is already too long; that error has been reported.
    return;
  }
  if (program_.version.empty()) {
    report(Severity::error, {1, 1}, "the version (il_ps_2_0, il_cs_2_0) is missing");
  }
  if (scanner_.open_comment()) {
    report(Severity::error, *scanner_.open_comment(), "the comment is not closed");
  }
  renumber_own_registers();
  count_coordinates(program_);
  match_blocks(program_, diagnostics_);
  std::set<std::uint32_t> used;
  for (const Instruction& instruction : program_.instructions) {
    const auto count = [&](File file, std::uint32_t number) {
      if (file != File::temp) return;
      program_.temps = std::max(program_.temps, number + 1);
      used.insert(number);
    };
    if (instruction.has_destination) {
      count(instruction.destination.file, instruction.destination.number);
      if (instruction.destination.index.relative) {
        count(instruction.destination.index.file, instruction.destination.index.number);
      }
    }
    for (std::size_t i = 0; i < instruction.source_count; ++i) {
      const Source& s = instruction.sources[i];
      count(s.file, s.number);
      if (s.index.relative) count(s.index.file, s.index.number);
    }
  }
  if (used.size() > most_temps) {
    report(Severity::error, {1, 1}, fmt::format("the program uses more than {} temps", most_temps));
  }
}

Parsed parse(std::string_view text) { return TextParser(text).run(); }

Parsed parse_and_check(std::string_view text) {
  Parsed parsed = parse(text);
  if (parsed.declarations_whole) {
    const Diagnostics more = check(parsed.program);
    parsed.diagnostics.insert(parsed.diagnostics.end(), more.begin(), more.end());
    parsed.diagnostics = first_of_each(std::move(parsed.diagnostics));
  }
  return parsed;
}

Program read_program(std::string_view text, std::string_view file, Diagnostics* warnings) {
  Parsed parsed = parse_and_check(text);
  if (has_errors(parsed.diagnostics)) {
    std::string messages = to_text(parsed.diagnostics, file);
    messages.pop_back();
    throw TextErrors(messages);
  }
  if (warnings != nullptr) {
    warnings->insert(warnings->end(), parsed.diagnostics.begin(), parsed.diagnostics.end());
  }
  return std::move(parsed.program);
}

}  // namespace gputest::il

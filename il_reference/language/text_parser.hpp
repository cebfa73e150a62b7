// The parser's state, shared by its files: operands.cpp, declarations.cpp, macros.cpp, parser.cpp,
// short_forms.cpp and substitution.cpp. Only they include it.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "il_reference/language/parser.hpp"
#include "il_reference/language/scanner.hpp"

namespace gputest::il {

/// Register numbers in the text must be below this (compilers wrote r4096 and more). While parsing,
/// the numbers above it are the macros' registers: (index of the macro + 1) * limit + number.
inline constexpr std::uint32_t register_limit = 65536;
inline constexpr std::size_t most_macros = 4096;

/// Limit of a program's temps, and of the registers of all its indexed temps together.
inline constexpr std::uint32_t most_temps = register_limit;

/// mdef(number)_out(outputs)_in(inputs) … mend
struct Macro {
  std::uint32_t number = 0;
  std::uint32_t index = 0;
  std::uint32_t outputs = 0, inputs = 0;
  Scanner body;  ///< its position is after the head
  std::set<std::uint32_t> own_literals;
};

/// A source as written: a register with its swizzle and modifiers, then further layers. Example:
/// `in0.zw` with in0 = `r5.wzyx_neg(x)`. A swizzle keeps its written letters, because the meaning
/// of two letters depends on the instruction.
using WrittenSource = std::vector<Source>;

/// A macro that is being expanded, or only checked (`definition`), with its operands.
struct Expansion {
  const Macro* macro = nullptr;
  bool definition = false;
  std::vector<Destination> outputs;
  std::vector<WrittenSource> inputs;
};

/// Leaves a statement that cannot be read; the diagnostic is already recorded.
struct StatementError {};

/// Recursive descent over the statements of a text, after its macros are expanded.
class TextParser {
 public:
  explicit TextParser(std::string_view text);
  Parsed run();

 private:
  // parser.cpp: statements
  void statements();
  void statement();
  void version(std::string_view word, Location location);
  void instruction(std::string_view word, Location location);
  void suffixes(std::string_view rest, const InstructionInfo& row, Instruction& made);
  void suffix(std::string_view written, const InstructionInfo& row, Instruction& made);
  void operands(const InstructionInfo& row, Instruction& made);
  bool mem_is_next() const;
  void emit(const Instruction& made);
  void begin_function(const Instruction& made);
  std::uint32_t scratch_temp();

  // short_forms.cpp
  bool short_form(std::string_view word, Location location);
  void choice(const InstructionInfo& row, std::string_view suffixes_written, Location location);
  void transpose(Location location);
  void imply(Opcode opcode, Location location);
  void finish();

  // operands.cpp
  Destination destination();
  Source source(char kind, Shape shape = Shape::slots);
  Index index();
  struct Register {
    File file = File::temp;
    std::uint32_t number = 0;
    const WrittenSource* input = nullptr;  ///< inN of a macro
    const Destination* output = nullptr;   ///< outN of a macro
  };
  Register register_name();
  void mask(Destination& made);
  void swizzle(Source& made);
  void end_of_slots(Location location, std::string_view what, std::string_view written);
  void source_modifiers(Source& made);

  // substitution.cpp
  WrittenSource written_source();
  Source meant(const WrittenSource& written, char kind);
  Source held_in_temp(const Source& value, char kind);

  // declarations.cpp
  void declaration(std::string_view written, Location location);
  void literal(Location location);
  void constant_buffer(Location location);
  void indexed_temp(Location location);
  void resource(Location location);
  void uav(std::string_view head, Location location);
  void lds(bool structured, Location location);
  void gds(bool structured, Location location);
  std::pair<std::uint32_t, std::uint32_t> shared_size(std::string_view what, bool structured,
                                                      Location location);
  void group_size(bool maximum, Location location);
  void sharing_mode();
  std::uint32_t literal_word();
  std::uint32_t bracketed_size();

  // macros.cpp
  void collect_macros();
  void definition(Location location);
  void call_macro(Location location);
  void expand(Expansion& expansion);
  void renumber_own_registers();

  // Small steps
  std::uint32_t number(std::string_view what);
  std::uint32_t parenthesised_number(std::string_view what);
  /// The text in parentheses, without spaces.
  std::string argument();
  void expect(char wanted);
  std::string found() const;
  void report(Severity severity, Location location, std::string message);
  [[noreturn]] void fail(Location location, std::string message);

  Scanner scanner_;
  Program program_;
  Diagnostics diagnostics_;
  std::size_t errors_ = 0, warnings_ = 0;
  std::vector<Macro> macros_;
  std::vector<Expansion*> expansions_;
  std::uint32_t scratch_temps_ = 0;      ///< written by the parser itself
  std::optional<float> compared_value_;  ///< of the cmp that is being read
  bool relation_is_written_ = false;
  std::uint64_t expanded_characters_ = 0;
  std::uint32_t expansion_count_ = 0;
  bool declarations_whole_ = true;
  bool ended_ = false;
  bool too_long_ = false;
  enum class Part { main, function, between } part_ = Part::main;
};

/// Sets the number of coordinates of each instruction.
void count_coordinates(Program& program);

/// Finds each instruction's match; reports blocks that are not closed and instructions outside
/// their block.
void match_blocks(Program& program, Diagnostics& diagnostics);

}  // namespace gputest::il

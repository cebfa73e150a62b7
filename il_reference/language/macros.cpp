// mdef and mcall. The parser reads a macro's text again for each call, with the call's operands in
// place of in0, out0 …. Temps and declared literals are private to the macro, because public macros
// use r0 and l0 freely in programs that use them too.
#include <fmt/format.h>

#include <algorithm>

#include "il_reference/language/text_parser.hpp"

namespace gputest::il {
namespace {

constexpr std::size_t deepest_macros = 16;                 // nesting depth
constexpr std::uint32_t most_expansions = 65536;           // in one text
constexpr std::uint64_t most_expanded = 16 * 1024 * 1024;  // characters read again in all
constexpr std::size_t most_operands = 64;

const Macro* find(const std::vector<Macro>& macros, std::uint32_t number) {
  const auto found = std::find_if(macros.begin(), macros.end(),
                                  [&](const Macro& m) { return m.number == number; });
  return found == macros.end() ? nullptr : &*found;
}

}  // namespace

// A call may precede its macro's definition, so all macros are found first. Errors within a macro
// are reported when the parser comes to its definition.
void TextParser::collect_macros() {
  const Scanner start = scanner_;
  Macro* open = nullptr;
  const auto count = [&]() -> std::uint32_t {
    scanner_.skip_space_in_line();
    if (!scanner_.accept('(')) return 0;
    scanner_.skip_space();
    const auto value = unsigned_number(scanner_.word());
    scanner_.accept(')');
    return value.value_or(0);
  };
  while (true) {
    scanner_.skip_space();
    if (scanner_.at_end()) break;
    const std::string_view word = scanner_.word();
    if (word.empty()) {
      scanner_.advance();
    } else if (word == "end") {
      break;
    } else if (word == "mdef" && macros_.size() < most_macros) {
      Macro made;
      made.number = count();
      made.index = static_cast<std::uint32_t>(macros_.size());
      scanner_.skip_space_in_line();
      while (scanner_.peek() == '_') {
        const std::string_view name = scanner_.word();
        if (name != "_outline") (name == "_out" ? made.outputs : made.inputs) = count();
        scanner_.skip_space_in_line();
      }
      made.body = scanner_;
      macros_.push_back(made);
      open = &macros_.back();
    } else if (word == "mend") {
      open = nullptr;
    } else if (word == "dcl_literal" && open != nullptr) {
      scanner_.skip_space();
      const std::string_view name = scanner_.word();
      const auto number = unsigned_number(name.substr(std::min<std::size_t>(1, name.size())));
      if (number) open->own_literals.insert(*number);
    }
  }
  scanner_ = start;
}

// At the mdef, the macro's text is read once with placeholders for the operands. So its errors are
// reported exactly once, called or not. It emits no instructions.
void TextParser::definition(Location location) {
  const std::uint32_t number = parenthesised_number("a macro's number");
  std::optional<std::uint32_t> outputs;
  std::optional<std::uint32_t> inputs;
  scanner_.skip_space_in_line();
  while (scanner_.peek() == '_') {
    const Location at = scanner_.location();
    const std::string_view name = scanner_.word();
    if (name != "_outline") {  // _outline: a hint about the machine code
      if (name != "_out" && name != "_in")
        fail(at, fmt::format("unknown suffix '{}' of mdef", name));
      (name == "_out" ? outputs : inputs) = parenthesised_number("a number of operands");
    }
    scanner_.skip_space_in_line();
  }
  if (!expansions_.empty()) fail(location, "a macro is defined within a macro");
  if (outputs.value_or(0) > most_operands || inputs.value_or(0) > most_operands) {
    fail(location, fmt::format("a macro has at most {} operands of a kind", most_operands));
  }
  const auto same = std::find_if(macros_.begin(), macros_.end(), [&](const Macro& m) {
    return m.body.position() == scanner_.position();
  });
  if (same == macros_.end()) fail(location, "too many macros");
  if (find(macros_, number) != &*same) {
    report(Severity::error, location, fmt::format("macro {} is already defined", number));
  }
  Expansion expansion;
  expansion.macro = &*same;
  expansion.definition = true;
  expansion.outputs.resize(outputs.value_or(0));
  expansion.inputs.assign(inputs.value_or(0), WrittenSource(1));
  Program scratch;
  std::swap(program_, scratch);
  const Part part = part_;
  part_ = Part::main;
  expand(expansion);
  part_ = part;
  std::swap(program_, scratch);
}

// Reads from the scanner's position to the macro's mend.
void TextParser::expand(Expansion& expansion) {
  const Location start = scanner_.location();
  const std::size_t from = scanner_.position();
  expansions_.push_back(&expansion);
  while (true) {
    scanner_.skip_space();
    if (scanner_.at_end() || ended_) {
      report(Severity::error, start,
             fmt::format("macro {} lacks its mend", expansion.macro->number));
      break;
    }
    const Scanner before = scanner_;
    if (scanner_.word() == "mend") break;
    scanner_ = before;
    statement();
    if (too_long_) break;
  }
  expansions_.pop_back();
  expanded_characters_ += scanner_.position() - from;
}

void TextParser::call_macro(Location location) {
  const std::uint32_t number = parenthesised_number("a macro's number");
  const Macro* macro = find(macros_, number);
  if (macro == nullptr) fail(location, fmt::format("macro {} is not defined", number));
  Expansion expansion;
  expansion.macro = macro;
  expect('(');
  if (!scanner_.accept(')')) {
    do {
      expansion.outputs.push_back(destination());
    } while (scanner_.accept(',') && expansion.outputs.size() < most_operands);
    expect(')');
  }
  scanner_.accept(',');
  expect('(');
  if (!scanner_.accept(')')) {
    do {
      expansion.inputs.push_back(written_source());
    } while (scanner_.accept(',') && expansion.inputs.size() < most_operands);
    expect(')');
  }
  if (expansion.outputs.size() != macro->outputs || expansion.inputs.size() != macro->inputs) {
    fail(location, fmt::format("macro {} takes {} outputs and {} inputs; the call gives {} and {}",
                               number, macro->outputs, macro->inputs, expansion.outputs.size(),
                               expansion.inputs.size()));
  }
  const bool within_itself =
      std::any_of(expansions_.begin(), expansions_.end(),
                  [&](const Expansion* outer) { return outer->macro == macro; });
  if (within_itself) fail(location, fmt::format("macro {} calls itself", number));
  // While a definition is checked, its calls are skipped: each macro is checked at its own
  // definition.
  if (!expansions_.empty() && expansions_.front()->definition) return;
  if (expansions_.size() >= deepest_macros) {
    fail(location, fmt::format("macros are nested deeper than {}", deepest_macros));
  }
  if (++expansion_count_ > most_expansions || expanded_characters_ > most_expanded) {
    too_long_ = true;
    fail(location, "the expanded macros make the program too long");
  }
  const Scanner after = scanner_;
  scanner_ = macro->body;
  expand(expansion);
  scanner_ = after;
}

// The macros' registers get numbers after the program's own, in order of first use.
void TextParser::renumber_own_registers() {
  std::uint32_t next_temp = 0;
  std::uint32_t next_literal = 0;
  std::map<std::uint32_t, std::uint32_t> temps;
  std::map<std::uint32_t, std::uint32_t> literals;
  const auto each = [&](auto visit) {
    for (Instruction& instruction : program_.instructions) {
      if (instruction.has_destination) {
        visit(instruction.destination.file, instruction.destination.number);
        visit(instruction.destination.index.file, instruction.destination.index.number);
      }
      for (std::size_t i = 0; i < instruction.source_count; ++i) {
        visit(instruction.sources[i].file, instruction.sources[i].number);
        visit(instruction.sources[i].index.file, instruction.sources[i].index.number);
      }
    }
    for (Literal& literal : program_.literals) visit(File::literal, literal.number);
  };
  each([&](File file, std::uint32_t number) {
    if (number >= register_limit) return;
    if (file == File::temp) next_temp = std::max(next_temp, number + 1);
    if (file == File::literal) next_literal = std::max(next_literal, number + 1);
  });
  each([&](File file, std::uint32_t& number) {
    if (number < register_limit) return;
    if (file == File::temp)
      number = temps.try_emplace(number, next_temp + temps.size()).first->second;
    if (file == File::literal) {
      number = literals.try_emplace(number, next_literal + literals.size()).first->second;
    }
  });
}

}  // namespace gputest::il

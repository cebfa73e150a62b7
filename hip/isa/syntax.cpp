#include "hip/isa/syntax.hpp"

#include <fmt/format.h>

#include "common/core/error.hpp"

namespace gputest::isa {
namespace {

constexpr std::string_view kSpace = " \t\n";

std::string_view without_space(std::string_view text) {
  const auto first = text.find_first_not_of(kSpace);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

/// The parts of the text between separators, except separators within brackets.
std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t start = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (c == '[' || c == '(') ++depth;
    if (c == ']' || c == ')') --depth;
    if (c != separator || depth != 0) continue;
    parts.push_back(without_space(text.substr(start, k - start)));
    start = k + 1;
  }
  if (depth != 0)
    throw Error(Status::bad_input, fmt::format("brackets do not close: \"{}\"", text));
  if (const auto last = without_space(text.substr(start)); !last.empty()) parts.push_back(last);
  return parts;
}

/// Whether a word is a modifier. A further word after the last operand is one, and so are the first
/// words of an instruction without operands. An operand never has a colon outside of its brackets.
bool is_modifier(std::string_view word) {
  constexpr std::string_view kAlone[]{"glc", "slc",   "dlc",   "scc",    "sc0", "sc1",
                                      "nt",  "lds",   "offen", "idxen",  "gds", "tfe",
                                      "da",  "unorm", "clamp", "addr64", "r128"};
  for (const std::string_view name : kAlone)
    if (word == name) return true;
  for (const std::string_view counter : {"vmcnt(", "lgkmcnt(", "expcnt("})
    if (word.substr(0, counter.size()) == counter) return true;
  return word.substr(0, word.find_first_of("[(")).find(':') != word.npos;
}

Modifier modifier(std::string_view word) {
  if (const auto colon = word.find(':'); colon != word.npos && word.find('(') > colon)
    return {std::string(word.substr(0, colon)), std::string(word.substr(colon + 1))};
  if (const auto open = word.find('('); open != word.npos)
    return {std::string(word.substr(0, open)),
            std::string(word.substr(open + 1, word.size() - open - 2))};
  return {std::string(word), ""};
}

}  // namespace

const Modifier* Syntax::find(std::string_view name) const {
  for (const Modifier& modifier : modifiers)
    if (modifier.name == name) return &modifier;
  return nullptr;
}

Syntax parse_syntax(std::string_view text) {
  text = without_space(text);
  Syntax syntax;
  std::string_view name = text.substr(0, text.find_first_of(kSpace));
  text.remove_prefix(name.size());
  for (const std::string_view encoding : {"_e64_dpp", "_e32", "_e64", "_sdwa", "_dpp"}) {
    if (name.size() <= encoding.size() || !name.ends_with(encoding)) continue;
    name.remove_suffix(encoding.size());
    syntax.encoding = encoding.substr(1);
    break;
  }
  syntax.mnemonic = name;
  for (const std::string_view part : split(text, ',')) {
    bool first = true;
    for (const std::string_view word : split(part, ' ')) {
      if (word.empty() || word == "&") continue;  // "vmcnt(0) & lgkmcnt(0)"
      // "quad_perm:[0,1]" is one word; only the first of an operand's words may be an operand.
      if (!first || is_modifier(word))
        syntax.modifiers.push_back(modifier(word));
      else
        syntax.operands.emplace_back(word);
      first = false;
    }
  }
  return syntax;
}

}  // namespace gputest::isa

#include "il_reference/opencl/preamble.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <stdexcept>

#include "common/core/embedded.hpp"

namespace gputest {

/// Made by the build from the files of semantics/ and support.cl.
const std::vector<EmbeddedFile>& embedded_il_texts();

namespace il {
namespace {

/// What il_semantics.h includes.
constexpr std::string_view kSemantics[] = {
    "il_reference/semantics/dialect.h",    "il_reference/semantics/arithmetic.h",
    "il_reference/semantics/integers64.h", "il_reference/semantics/raw.h",
    "il_reference/semantics/doubles.h",    "il_reference/semantics/transcendental.h"};
constexpr std::string_view kSupport = "il_reference/opencl/support.cl";

/// What stands before a function of either: nothing, or what the one who compiles it defines, such
/// as an attribute that keeps the functions out of line tables.
constexpr std::string_view kFunctionPrefix = "#ifndef IL_FN\n#define IL_FN\n#endif\n\n";

std::string_view embedded(std::string_view path) {
  for (const EmbeddedFile& file : embedded_il_texts())
    if (file.path == path) return file.text;
  throw std::logic_error(fmt::format("{} is not built in", path));
}

std::string semantics() {
  std::string text;
  for (const std::string_view path : kSemantics) text += embedded(path);
  return text;
}

/// The words that begin with il_ or IL_.
std::set<std::string, std::less<>> il_words(std::string_view text) {
  std::set<std::string, std::less<>> words;
  const auto in_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  for (std::size_t k = 0; k < text.size();) {
    std::size_t end = k;
    while (end < text.size() && in_word(text[end])) ++end;
    const std::string_view word = text.substr(k, end - k);
    if (word.starts_with("il_") || word.starts_with("IL_")) words.emplace(word);
    k = std::max(end, k + 1);
  }
  return words;
}

std::set<std::string, std::less<>> common_words(const std::set<std::string, std::less<>>& a,
                                                const std::set<std::string, std::less<>>& b) {
  std::set<std::string, std::less<>> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(both, both.end()));
  return both;
}

/// The paragraphs of the support functions that hold one of the words.
std::string support_with(const std::set<std::string, std::less<>>& words) {
  std::string chosen;
  std::string_view rest = embedded(kSupport);
  while (!rest.empty()) {
    const auto end = rest.find("\n\n");
    const std::string_view paragraph = rest.substr(0, end);
    if (!common_words(il_words(paragraph), words).empty())
      chosen += std::string(paragraph) + "\n\n";
    rest = end == rest.npos ? "" : rest.substr(end + 2);
  }
  return chosen;
}

std::string semantics(bool doubles) {
  return fmt::format("{}{}{}\n", kFunctionPrefix,
                     doubles ? "#ifndef IL_DOUBLE\n#define IL_DOUBLE\n#endif\n" : "", semantics());
}

}  // namespace

bool uses_doubles(const Program& program) {
  return std::any_of(program.instructions.begin(), program.instructions.end(),
                     [](const Instruction& instruction) {
                       const InstructionInfo& row = info(instruction.opcode);
                       return row.result == 'd' || row.sources.find('d') != row.sources.npos;
                     });
}

std::string preamble_for(const Program& program, Mode mode, std::string_view kernel) {
  const auto words = il_words(kernel);
  const auto semantic_words = il_words(semantics());
  const bool shared = !common_words(words, semantic_words).empty();
  std::string text = support_with(words);
  if (!shared) return text.empty() ? text : std::string(kFunctionPrefix) + text;
  // The semantics allow no contraction; in fast mode what follows them is to have it.
  if (mode == Mode::fast) text = "#pragma OPENCL FP_CONTRACT ON\n\n" + text;
  return semantics(uses_doubles(program)) + text;
}

std::string whole_preamble(bool doubles) {
  return semantics(doubles) + std::string(embedded(kSupport)) + "\n";
}

}  // namespace il
}  // namespace gputest

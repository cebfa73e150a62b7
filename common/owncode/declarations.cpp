#include "common/owncode/declarations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <optional>
#include <regex>

#include "common/core/error.hpp"

namespace gputest::owncode {
namespace {

/// The text with blanks in place of comments, quoted texts and preprocessor lines; lines keep their
/// numbers.
std::string bare(const std::string& text) {
  std::string code = text;
  const auto blank = [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k)
      if (code[k] != '\n') code[k] = ' ';
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::size_t end = at;
    if (text.compare(at, 2, "//") == 0) {
      end = std::min(text.find('\n', at), text.size());
    } else if (text.compare(at, 2, "/*") == 0) {
      end = text.find("*/", at + 2);
      end = end == text.npos ? text.size() : end + 2;
    } else if (text[at] == '"') {
      for (end = at + 1; end < text.size() && text[end] != '"' && text[end] != '\n'; ++end)
        if (text[end] == '\\') ++end;
      end = std::min(end + 1, text.size());
    }
    if (end == at) continue;
    blank(at, end);
    at = end - 1;
  }
  bool continues = false;
  for (std::size_t at = 0, end = 0; at < code.size(); at = end + 1) {
    end = std::min(code.find('\n', at), code.size());
    const std::size_t first = code.find_first_not_of(" \t", at);
    const bool is_of_preprocessor = continues || (first < end && code[first] == '#');
    continues = is_of_preprocessor && end > at && text[end - 1] == '\\';
    if (is_of_preprocessor) blank(at, end);
  }
  return code;
}

/// The place of the word at or behind `from`; npos if there is none.
std::size_t find_word(const std::string& code, const std::string& word, std::size_t from) {
  const auto in_name = [&](std::size_t at) {
    return at < code.size() &&
           (std::isalnum(static_cast<unsigned char>(code[at])) != 0 || code[at] == '_');
  };
  std::size_t at = code.find(word, from);
  while (at != code.npos && ((at > 0 && in_name(at - 1)) || in_name(at + word.size())))
    at = code.find(word, at + 1);
  return at;
}

[[noreturn]] void refuse(const std::string& file, const std::string& code, std::size_t at,
                         const std::string& sentence) {
  const auto line =
      1 + std::count(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  throw Error(Status::bad_input, fmt::format("{}:{}: {}", file, line, sentence));
}

/// A declaration of dynamic shared memory.
struct Dynamic {
  std::size_t begin, end;  ///< its place in the text, without a semicolon
  std::string type, name;
};

/// The first one at or behind `from`.
std::optional<Dynamic> find_dynamic(const std::string& code, std::size_t from) {
  static const std::regex kMacro(R"(^HIP_DYNAMIC_SHARED\s*\(([^(),]+),\s*(\w+)\s*\))");
  static const std::regex kArray(
      R"(^([\s\S]*\s)(\w+)\s*\[\s*\]\s*(__attribute__\s*\(\([\s\S]*\)\)\s*)?$)");
  static const std::regex kNoType(
      R"(\b(extern|__shared__)\b|\b(__align__|alignas)\s*\([^)]*\)|__attribute__\s*\(\([^)]*\)*)");
  std::optional<Dynamic> first;
  std::smatch found;
  if (const std::size_t at = find_word(code, "HIP_DYNAMIC_SHARED", from); at != code.npos) {
    const std::string call = code.substr(at, code.find(';', at) - at);
    if (std::regex_search(call, found, kMacro))
      first = Dynamic{at, at + static_cast<std::size_t>(found.length()), found[1], found[2]};
  }
  for (std::size_t at = find_word(code, "extern", from); at != code.npos;
       at = find_word(code, "extern", at + 1)) {
    const std::size_t end = code.find_first_of(";{}=", at);
    if (end == code.npos || (first && first->begin < at)) break;
    const std::string shared = "__shared__";
    const std::size_t before = at == 0 ? code.npos : code.find_last_not_of(" \t\n", at - 1);
    const bool is_behind = before != code.npos && before + 1 >= shared.size() &&
                           code.compare(before + 1 - shared.size(), shared.size(), shared) == 0;
    const std::size_t begin = is_behind ? before + 1 - shared.size() : at;
    const std::string words = code.substr(begin, end - begin);
    if (code[end] != ';' || find_word(words, "__shared__", 0) == words.npos ||
        !std::regex_match(words, found, kArray))
      continue;
    return Dynamic{begin, end, std::regex_replace(found[1].str(), kNoType, ""), found[2]};
  }
  return first;
}

void require_constants(const std::string& file, const std::string& code) {
  const std::string word = "__constant__";
  for (std::size_t at = find_word(code, word, 0); at != code.npos;
       at = find_word(code, word, at + 1)) {
    const std::size_t end = code.find_first_of(";={()", at);
    if (end == code.npos || code[end] != ';') continue;
    std::smatch name;
    const std::string words = code.substr(at + word.size(), end - at - word.size());
    static const std::regex kName(R"((\w+)\s*(\[[^\]]*\]\s*)*$)");
    if (std::regex_search(words, name, kName))
      refuse(
          file, code, at,
          fmt::format("nothing sets the __constant__ {}; give it its values where it is declared",
                      name[1].str()));
  }
}

}  // namespace

std::string with_complete_declarations(const std::string& file, std::string text,
                                       const std::string& shared) {
  const std::string code = bare(text);
  require_constants(file, code);
  const auto dynamic = find_dynamic(code, 0);
  if (!dynamic) return text;
  if (shared.empty())
    refuse(
        file, code, dynamic->begin,
        fmt::format("the dynamic shared memory {} has no size; state a block's bytes in the head "
                    "of the file, as 'shared = 1024' or 'shared = 16 * GT_BLOCK'",
                    dynamic->name));
  if (const auto second = find_dynamic(code, dynamic->end))
    refuse(file, code, second->begin,
           fmt::format("the file declares dynamic shared memory twice, {} and {}; declare it once",
                       dynamic->name, second->name));
  const auto lines = static_cast<std::size_t>(
      std::count(code.begin() + static_cast<std::ptrdiff_t>(dynamic->begin),
                 code.begin() + static_cast<std::ptrdiff_t>(dynamic->end), '\n'));
  std::string type = dynamic->type;
  std::replace(type.begin(), type.end(), '\n', ' ');
  return text.replace(
      dynamic->begin, dynamic->end - dynamic->begin,
      fmt::format("__attribute__((aligned(16))) __shared__ {} {}[({}) / sizeof({})]{}", type,
                  dynamic->name, shared, type, std::string(lines, '\n')));
}

}  // namespace gputest::owncode

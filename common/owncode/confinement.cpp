#include "common/owncode/confinement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "common/core/error.hpp"
#include "common/core/text_file.hpp"

namespace gputest::owncode {
namespace {

constexpr std::uintmax_t kMostBytes = 1 << 20;
constexpr std::size_t kMostLines = 100000;

/// The text in which no backslash continues a line. The lines after a joined one keep their
/// numbers.
std::string spliced(const std::string& text) {
  std::string result;
  std::size_t joined = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text.compare(at, 2, "\\\n") == 0) {
      ++joined;
      ++at;
      continue;
    }
    result += text[at];
    if (text[at] == '\n') result.append(std::exchange(joined, 0), '\n');
  }
  return result;
}

/// Whether the path stays in the folder, links followed.
bool is_within(const std::filesystem::path& path, const std::filesystem::path& folder) {
  std::error_code failed;
  const auto real = std::filesystem::weakly_canonical(path, failed);
  const auto home = std::filesystem::weakly_canonical(folder, failed);
  if (failed) return false;
  const auto below = real.lexically_relative(home);
  return !below.empty() && *below.begin() != "..";
}

/// Reads a file and those that it includes.
class Confined {
 public:
  explicit Confined(const std::filesystem::path& file)
      : folder_(file.has_parent_path() ? file.parent_path() : ".") {}

  void read(const std::filesystem::path& path) {
    if (!done_.insert(path.lexically_normal().string()).second) return;
    files_.push_back(path.lexically_relative(folder_).string());
    std::error_code failed;
    const std::uintmax_t size = std::filesystem::file_size(path, failed);
    if (!failed && (bytes_ += size) > kMostBytes)
      refuse(path, 0, fmt::format("a submission has at most {} bytes", kMostBytes));
    const std::string file = read_text_file(path.string());
    static const std::regex kHiding(R"--(\b(u8|[uUL])?R"|\?\?[=/])--");
    if (std::regex_search(file, kHiding))
      refuse(path, 0, "a submission may have neither raw strings nor trigraphs");
    const std::string text = without_comments(spliced(file));
    std::istringstream lines(text);
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      if (++lines_ > kMostLines)
        refuse(path, 0, fmt::format("a submission has at most {} lines", kMostLines));
      read_line(path, number, line);
    }
  }

  const std::vector<std::string>& files() const { return files_; }

 private:
  [[noreturn]] static void refuse(const std::filesystem::path& path, std::size_t line,
                                  const std::string& sentence) {
    throw Error(Status::bad_input, fmt::format("{}{}: {}", path.string(),
                                               line > 0 ? fmt::format(":{}", line) : "", sentence));
  }

  void read_line(const std::filesystem::path& path, std::size_t number, const std::string& line) {
    if (line.find("incbin") != line.npos || line.find("%:") != line.npos)
      refuse(path, number, "a submission may use neither .incbin nor other spellings of #");
    const std::string directive = after_hash(line);
    if (directive.starts_with("embed") || line.find("__has_include") != line.npos)
      refuse(path, number, "a submission may not look for files with #embed or __has_include");
    for (const std::string_view word : {"include_next", "include", "import"}) {
      if (!directive.starts_with(word)) continue;
      return read_include(path, number, directive.substr(word.size()));
    }
  }

  /// The text behind the # of a directive; empty for other lines.
  static std::string after_hash(const std::string& line) {
    const std::size_t hash = line.find_first_not_of(" \t\f\v\r");
    if (hash == line.npos || line[hash] != '#') return "";
    const std::size_t first = line.find_first_not_of(" \t\f\v", hash + 1);
    return first == line.npos ? "" : line.substr(first);
  }

  void read_include(const std::filesystem::path& path, std::size_t number,
                    const std::string& rest) {
    const std::size_t open = rest.find_first_not_of(" \t\f\v");
    const char quote = open == rest.npos ? '\0' : rest[open];
    const std::size_t close =
        quote == '"' || quote == '<' ? rest.find(quote == '"' ? '"' : '>', open + 1) : rest.npos;
    if (close == rest.npos) refuse(path, number, "#include must name its file directly");
    const std::filesystem::path included = rest.substr(open + 1, close - open - 1);
    const bool climbs = std::find(included.begin(), included.end(), "..") != included.end();
    if (included.is_absolute() || climbs)
      refuse(path, number,
             fmt::format("a submission includes only files in its folder or below, not {}",
                         included.string()));
    const std::filesystem::path beside = path.parent_path() / included;
    std::error_code ignored;
    if (!std::filesystem::exists(beside, ignored))
      return;  // the compiler's, or an error of its own
    if (!is_within(beside, folder_))
      refuse(path, number,
             fmt::format("a submission includes only files in its folder or below, but {} leads "
                         "out of it",
                         included.string()));
    read(beside);
  }

  std::filesystem::path folder_;
  std::set<std::string> done_;
  std::vector<std::string> files_;
  std::uintmax_t bytes_ = 0;
  std::size_t lines_ = 0;
};

/// Whether a string at that place is the path of an #include.
bool is_path(const std::string& text, std::size_t at) {
  const std::size_t line = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;  // npos + 1 is 0
  const std::string before = text.substr(line, at - line);
  const std::size_t hash = before.find_first_not_of(" \t");
  return hash != before.npos && before[hash] == '#';
}

/// Whether the quote at that place separates digits.
bool is_in_number(const std::string& text, std::size_t at) {
  std::size_t first = at;
  while (first > 0 && (std::isalnum(static_cast<unsigned char>(text[first - 1])) != 0 ||
                       text[first - 1] == '_' || text[first - 1] == '\''))
    --first;
  return first < at && std::isdigit(static_cast<unsigned char>(text[first])) != 0;
}

}  // namespace

std::string without_comments(const std::string& text) {
  std::string result = text;
  const auto blank = [&](std::size_t first, std::size_t end) {
    for (std::size_t k = first; k < end; ++k)
      if (result[k] != '\n') result[k] = ' ';
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text.compare(at, 2, "//") == 0) {
      std::size_t end = text.find('\n', at);
      while (end != text.npos && text[end - 1] == '\\') end = text.find('\n', end + 1);
      end = std::min(end, text.size());
      blank(at, end);
      at = end;
    } else if (text.compare(at, 2, "/*") == 0) {
      const std::size_t close = text.find("*/", at + 2);
      const std::size_t end = close == text.npos ? text.size() : close + 2;
      blank(at, end);
      at = end - 1;
    } else if (text[at] == '"' || text[at] == '\'') {
      if (text[at] == '\'' && is_in_number(text, at)) continue;
      std::size_t end = at + 1;
      while (end < text.size() && text[end] != text[at] && text[end] != '\n')
        end += text[end] == '\\' ? 2 : 1;
      end = std::min(end, text.size());
      const std::string content = text.substr(at + 1, end - at - 1);
      if (!is_path(result, at) && content != "C" && content.find("incbin") == content.npos)
        blank(at + 1, end);
      at = end;
    }
  }
  return result;
}

std::vector<std::string> require_confined(const std::string& path) {
  Confined confined(path);
  confined.read(path);
  return confined.files();
}

}  // namespace gputest::owncode

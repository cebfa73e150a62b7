#include "app/judge/submission.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <regex>

#include "common/core/error.hpp"
#include "common/core/names.hpp"
#include "common/core/text_file.hpp"
#include "common/owncode/confinement.hpp"
#include "common/task/task_family.hpp"

namespace gputest {
namespace {

namespace fs = std::filesystem;

/// A kernel function and the place of its first word in the text.
struct Function {
  std::string name;
  std::size_t place;
};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The place behind the parenthesis that closes the one at `open`.
std::size_t behind_parentheses(const std::string& text, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
    if (depth == 0) return at + 1;
  }
  return text.size();
}

/// The name before the parameters of the function that begins at `at`; empty if there is none.
std::string name_behind(const std::string& text, std::size_t at) {
  std::string word;
  while (at < text.size() && text[at] != ';' && text[at] != '{') {
    if (is_word(text[at])) {
      const std::size_t first = at;
      while (at < text.size() && is_word(text[at])) ++at;
      word = text.substr(first, at - first);
    } else if (text[at] == '(') {
      if (!word.starts_with("__") && !word.empty() && word != "alignas") return word;
      at = behind_parentheses(text, at);
      word.clear();
    } else {
      ++at;
    }
  }
  return "";
}

/// What precedes a kernel function in the language.
const std::regex& mark_of(const std::string& extension) {
  static const std::regex kGpu(R"(\b__global__\b)"), kOpenCl(R"(\b(__kernel|kernel)\b)"),
      kExternC(R"--(\bextern\s*"C"(?!\s*\{))--"), kVoid(R"(\bvoid\b)");
  if (extension == ".cl") return kOpenCl;
  if (extension == ".cpp") return kExternC;
  return extension == "void" ? kVoid : kGpu;
}

/// The longest run of blanks and line ends.
std::size_t longest_blank(const std::string& text) {
  std::size_t longest = 0, now = 0;
  for (const char c : text) {
    now = std::isspace(static_cast<unsigned char>(c)) != 0 ? now + 1 : 0;
    longest = std::max(longest, now);
  }
  return longest;
}

std::vector<Function> functions_in(const std::string& text, const std::string& extension) {
  const std::string code = owncode::without_comments(text);
  std::vector<Function> all;
  for (std::sregex_iterator found(code.begin(), code.end(), mark_of(extension)), end; found != end;
       ++found) {
    const auto place = static_cast<std::size_t>(found->position());
    const std::string name = name_behind(code, place + static_cast<std::size_t>(found->length()));
    if (!name.empty()) all.push_back({name, place});
  }
  if (all.empty() && extension == ".cpp") {  // the last function that returns void
    all = functions_in(text, "void");
    if (all.size() > 1) all.erase(all.begin(), all.end() - 1);
  }
  return all;
}

/// The kernel function; throws Error(bad_input) unless there is one.
std::string entry_of(const std::string& path, const std::string& text, const std::string& extension,
                     const std::string& wanted) {
  const std::vector<std::string> names = kernel_functions(text, extension);
  const auto refuse = [&](const std::string& sentence) {
    throw Error(Status::bad_input, fmt::format("{}: {}", path, sentence));
  };
  if (names.empty()) refuse("the file has no kernel function");
  if (!wanted.empty() && std::find(names.begin(), names.end(), wanted) == names.end())
    refuse(no_such("kernel function", wanted, names));
  if (wanted.empty() && names.size() > 1)
    refuse(fmt::format("the file has {} kernel functions, {}; choose one with --entry",
                       names.size(), fmt::join(names, " and ")));
  return wanted.empty() ? names.front() : wanted;
}

/// The text in which the kernel function has the name of its symbol.
std::string with_c_linkage(std::string text, const std::string& extension,
                           const std::string& entry) {
  if (extension != ".cu" && extension != ".hip") return text;
  std::vector<Function> functions = functions_in(text, extension);
  std::reverse(functions.begin(), functions.end());  // so that places stay right
  for (const Function& one : functions) {
    if (one.name != entry) continue;
    const std::size_t before = text.find_last_not_of(" \t\n", one.place == 0 ? 0 : one.place - 1);
    const bool has_it =
        before != text.npos && before >= 2 && text.compare(before - 2, 3, "\"C\"") == 0;
    if (!has_it) text.insert(one.place, "extern \"C\" ");
  }
  return text;
}

/// A description as in the head of a user's kernel.
std::string manifest_of(const std::string& variant, const std::string& entry,
                        const std::string& extension, const task::Task& task) {
  std::string manifest = fmt::format("/* gputest kernel: {}_{}\n * layouts = {}\n * entry = {}\n",
                                     task::kFamily, variant, task::kLayout, entry);
  manifest += " * precisions =";
  for (const Precision precision : task.precisions())
    manifest += fmt::format(" {}", name(precision));
  if (extension != ".cpp") {
    manifest += "\n * blocks =";
    for (const auto& block : task.launch.blocks)
      manifest += fmt::format(" {}", block[0] * block[1]);
  }
  if (extension == ".cl") manifest += "\n * launch = task";
  if ((extension == ".cu" || extension == ".hip") && !task.launch.shared.empty())
    manifest += "\n * shared = GT_TASK_SHARED";
  return manifest + "\n */\n";
}

/// The name with only the characters that kernels' names have.
std::string plain(std::string name) {
  for (char& c : name) {
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (!is_word(c) || static_cast<unsigned char>(c) > 0x7F) c = '_';
  }
  return name.empty() ? "kernel" : name;
}

}  // namespace

std::vector<std::string> kernel_functions(const std::string& text, const std::string& extension) {
  std::vector<std::string> names;
  for (const Function& one : functions_in(text, extension))
    if (std::find(names.begin(), names.end(), one.name) == names.end()) names.push_back(one.name);
  return names;
}

std::vector<Submitted> read_submissions(const std::vector<std::string>& files,
                                        const std::string& entry, const task::Task& task) {
  std::map<std::string, int> times;  // of a file's name without folder
  for (const std::string& file : files) ++times[plain(fs::path(file).filename().string())];
  std::vector<Submitted> all;
  for (const std::string& file : files) {
    const fs::path path = file;
    const std::string extension = path.extension();
    const std::vector<std::string> known{".cl", ".cpp", ".cu", ".hip"};
    if (std::find(known.begin(), known.end(), extension) == known.end())
      throw Error(Status::usage,
                  fmt::format("{}: a submission is a .cu, .hip, .cl or .cpp file", file));
    Submitted one;
    OwnKernel& kernel = one.kernel;
    kernel.path = file.starts_with('/') || file.starts_with('.') ? file : "./" + file;
    kernel.family = task::kFamily;
    kernel.variant = plain(path.stem().string());
    if (times[plain(path.filename().string())] > 1)
      kernel.variant =
          plain(fs::absolute(path).parent_path().filename().string()) + "_" + kernel.variant;
    std::string function = "none";
    try {
      owncode::require_confined(kernel.path);
      kernel.text = read_text_file(file);
      if (longest_blank(kernel.text) > 10'000)  // std::regex would exhaust the stack
        throw Error(Status::bad_input,
                    fmt::format("{}: the file has more than 10,000 blanks in a row", kernel.path));
      function = entry_of(kernel.path, kernel.text, extension, entry);
      kernel.text = with_c_linkage(kernel.text, extension, function);
    } catch (const Error& error) {
      std::error_code ignored;
      if (!fs::is_regular_file(path, ignored)) throw;
      one.fault = error.what();
    }
    kernel.manifest = manifest_of(kernel.variant, function, extension, task);
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace gputest

#include "common/owncode/own_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <set>
#include <sstream>

#include "common/core/ceil_div.hpp"
#include "common/core/checksum.hpp"
#include "common/core/embedded.hpp"
#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/layout/layout.hpp"
#include "common/run/manifest.hpp"

namespace gputest {

/// Made by the build: what a kernel of one's own may include.
const std::vector<EmbeddedFile>& embedded_own_headers();

namespace owncode {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxDepth = 32;

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string value_of(const Manifest& manifest, const std::string& key, std::string otherwise) {
  const auto found = manifest.others.find(key);
  return found == manifest.others.end() ? std::move(otherwise) : found->second;
}

[[noreturn]] void refuse(const OwnKernel& own, const std::string& complaint) {
  throw Error(Status::bad_input, fmt::format("{}: {}", own.path, complaint));
}

void read(OwnCode& code, const Family& family) {
  const OwnKernel& own = code.file;
  std::vector<std::string> keys{"entry", "options"};
  const std::vector<Axis> axes = family.axes();
  for (const Axis& axis : axes) keys.push_back(axis.name);
  const auto manifest = parse_manifest(own.path, own.text, keys);
  if (!manifest) refuse(own, "the file says nothing of its kernel");
  describe(code.info, own.path, *manifest, axes, buffer_layouts(names_of(family.layouts())));
  code.entry = value_of(*manifest, "entry", manifest->kernel);
  code.options = words_of(value_of(*manifest, "options", ""));
  if (code.info.api == "cpu") {
    if (!manifest->launch.empty() || !manifest->blocks.empty())
      refuse(own,
             "a kernel of the processor has neither launch nor blocks: it computes everything");
    return;
  }
  if (manifest->blocks.empty()) refuse(own, "the manifest names no blocks");
  code.groups = manifest->launch == "groups";
  if (!code.groups && !manifest->launch.empty() && manifest->launch != "per_item")
    refuse(own, no_such("launch plan of CUDA and HIP", manifest->launch, {"per_item", "groups"}));
}

/// A file on its way to a compiler.
struct File {
  std::string name;
  std::string text;
  bool is_own = false;
};

/// A directive that says where the next line is from.
std::string line_directive(int number, const std::string& file) {
  std::string name;
  for (const char c : file) {
    if (c == '"' || c == '\\') name += '\\';
    name += c == '\n' ? '?' : c;
  }
  return fmt::format("#line {} \"{}\"\n", number, name);
}

const EmbeddedFile* built_in(const std::string& path) {
  for (const EmbeddedFile& file : embedded_own_headers())
    if (file.path == path) return &file;
  return nullptr;
}

/// The path in a line such as `#include "one.h"` or `#include <hip/hip_runtime.h>`; empty of
/// others.
std::string included_path(const std::string& line, char& quote) {
  std::size_t at = line.find_first_not_of(" \t");
  if (at == line.npos || line[at] != '#') return "";
  at = line.find_first_not_of(" \t", at + 1);
  constexpr std::string_view kInclude = "include";
  if (at == line.npos || line.compare(at, kInclude.size(), kInclude) != 0) return "";
  at = line.find_first_not_of(" \t", at + kInclude.size());
  if (at == line.npos || (line[at] != '"' && line[at] != '<')) return "";
  quote = line[at];
  const std::size_t end = line.find(quote == '"' ? '"' : '>', at + 1);
  return end == line.npos ? "" : line.substr(at + 1, end - at - 1);
}

bool is_pragma_once(const std::string& line) {
  std::istringstream words(line);
  std::string first, second;
  words >> first >> second;
  return first == "#pragma" && second == "once";
}

/// Joins files, each once.
class Joined {
 public:
  explicit Joined(Dialect dialect) : dialect_(dialect) {}

  void append(const File& file, int depth = 0) {
    if (depth > kMaxDepth)
      throw Error(Status::bad_input, fmt::format("{} includes itself", file.name));
    if (!done_.insert(file.name).second) return;
    if (file.is_own) own_.push_back(file);
    text_ += line_directive(1, file.name);
    std::istringstream lines(file.text);
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      char quote = '"';
      const std::string path = included_path(line, quote);
      const auto inner = path.empty() ? std::nullopt : found(file, path, quote);
      if (inner) {
        append(*inner, depth + 1);
        text_ += line_directive(number + 1, file.name);
      } else {
        text_ += is_pragma_once(line) ? "\n" : line + "\n";
      }
    }
  }

  void add(const std::string& text) { text_ += text; }
  const std::string& text() const { return text_; }
  const std::vector<File>& own() const { return own_; }

 private:
  /// The file that is meant; none where the compiler is to find it.
  std::optional<File> found(const File& includer, const std::string& path, char quote) const {
    if (path == "gputest.h") return built_in_file("common/owncode/gputest.h");
    if (path == "hip/hip_runtime.h" && dialect_ == Dialect::hip_host)
      return built_in_file("hip/host/include/hip/hip_runtime.h");
    if (path == "hip/hip_runtime.h" && dialect_ == Dialect::hip)
      return File{"<hip/hip_runtime.h>", "", false};  // which stands before it
    if (dialect_ == Dialect::cuda && (path == "stdint.h" || path == "cstdint"))
      return built_in_file("common/texts/stdint_without_system.h");
    if (quote != '"') return std::nullopt;
    if (auto file = built_in_file(path)) return file;
    if (!includer.is_own) return std::nullopt;
    const fs::path beside = fs::path(path).is_absolute()
                                ? fs::path(path)
                                : fs::path(includer.name).parent_path() / path;
    std::error_code ignored;
    if (!fs::exists(beside, ignored)) return std::nullopt;
    return File{beside.lexically_normal().string(), read_file(beside), true};
  }

  static std::optional<File> built_in_file(const std::string& path) {
    const EmbeddedFile* file = built_in(path);
    if (file == nullptr) return std::nullopt;
    return File{path, std::string(file->text), false};
  }

  Dialect dialect_;
  std::set<std::string> done_;
  std::string text_;
  std::vector<File> own_;
};

File header(const std::string& path) {
  const EmbeddedFile* file = built_in(path);
  if (file == nullptr) throw std::logic_error("the program does not hold " + path);
  return {path, std::string(file->text), false};
}

}  // namespace

OwnCode read_own_code(const OwnKernel& own, const Family& family, const std::string& api) {
  OwnCode code;
  code.file = own;
  code.info.api = api;
  code.info.family = own.family;
  code.info.variant = own.variant;
  code.entry = own.family + "_" + own.variant;
  try {
    read(code, family);
  } catch (const Error& error) {
    code.info.fault = error.what();
  }
  return code;
}

std::string own_program(const OwnCode& code, Dialect dialect, const Configuration& configuration,
                        const std::vector<Specialization>& specializations) {
  Joined joined(dialect);
  std::string macros =
      fmt::format("#define GT_REAL_BITS {}\n#define GT_BLOCK {}\n",
                  configuration.precision == Precision::fp64 ? 64 : 32, configuration.block);
  for (const Specialization& one : specializations)
    macros += fmt::format("#define GT_{} {}\n", upper(one.name), one.value);
  joined.add(macros);
  if (dialect == Dialect::hip_host) joined.append(header("hip/host/include/hip/hip_runtime.h"));
  joined.append(header("common/owncode/gputest.h"));
  if (is_buffer_layout(configuration.layout)) {
    joined.append(header(fmt::format("common/layout/load_{}.h", configuration.layout)));
    joined.add(fmt::format("#define GT_LOAD GT_{}_LOAD\n", upper(configuration.layout)));
  }
  joined.append({code.file.path, code.file.text, true});
  joined.append(header("common/owncode/parameters.h"));
  if (dialect == Dialect::cpu) joined.append(header("common/owncode/host_call.h"));
  if (dialect == Dialect::hip_host) joined.append(header("hip/host/own_launch.hpp"));
  // Whatever is said of these lines is of the function's name or of its type.
  joined.add(line_directive(1, "the kernel of " + code.file.path));
  joined.add(fmt::format("GPUTEST_PARAMETERS({})\n", code.entry));
  if (dialect == Dialect::cpu) joined.add(fmt::format("GPUTEST_CALL({})\n", code.entry));
  if (dialect == Dialect::hip_host) joined.add(fmt::format("GPUTEST_LAUNCH({})\n", code.entry));
  return joined.text();
}

KernelText own_text(const OwnCode& code) {
  Joined joined(Dialect::cpu);
  joined.append({code.file.path, code.file.text, true});
  KernelText text;
  std::string files;
  for (const File& file : joined.own()) {
    files += file.text;
    text.replaced.push_back(file.name);
  }
  text.checksum = checksum(files);
  return text;
}

std::string own_header(const std::string& path) { return header(path).text; }

std::uint64_t own_blocks(const OwnCode& code, const KernelSignature& signature,
                         std::uint32_t block) {
  if (!code.groups) return ceil_div(signature.items, block);
  for (const LazyProperty& property : signature.properties)
    if (property.name == "groups") return static_cast<std::uint64_t>(property.value());
  throw Error(Status::bad_input,
              fmt::format("{} has launch = groups, and its family states no number of groups",
                          code.file.path));
}

}  // namespace owncode
}  // namespace gputest

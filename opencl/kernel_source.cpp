#include "opencl/kernel_source.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>

#include "common/core/embedded.hpp"
#include "common/core/error.hpp"
#include "common/core/text_file.hpp"

namespace gputest {

/// The build makes it from opencl/kernels/ and the headers that they include.
const std::vector<EmbeddedFile>& embedded_opencl_kernels();

namespace opencl {
namespace {

constexpr int kMaxIncludeDepth = 16;

struct File {
  std::string name;  ///< for #line
  std::string text;
  bool replaces = false;  ///< whether it replaces the built-in file
};

/// Whether the base name alone identifies the header: it is the first with that name.
bool has_its_base_name(const std::filesystem::path& path) {
  if (path.extension() != ".h") return false;
  for (const EmbeddedFile& file : embedded_opencl_kernels())
    if (std::filesystem::path(file.path).filename() == path.filename()) return file.path == path;
  return false;
}

/// The names that a file may have in a user's folder.
std::vector<std::string> names_in_folder(const std::filesystem::path& path) {
  const std::string folder = path.parent_path().filename().string();
  const std::string base = path.filename().string();
  std::vector<std::string> names{folder + "/" + base, folder + "_" + base};
  if (has_its_base_name(path)) names.push_back(base);
  return names;
}

/// GPUTEST_CL_DIR; empty if it is not set.
std::filesystem::path own_folder() {
  const char* folder = std::getenv("GPUTEST_CL_DIR");
  return folder == nullptr ? "" : folder;
}

/// The path in the user's folder of the file that replaces `path`, whether or not it can be read.
std::optional<std::string> override_of(const std::filesystem::path& path) {
  const std::filesystem::path folder = own_folder();
  if (folder.empty()) return std::nullopt;
  for (const std::string& name : names_in_folder(path)) {
    std::error_code ignored;
    if (std::filesystem::exists(std::filesystem::symlink_status(folder / name, ignored)))
      return (folder / name).string();
  }
  return std::nullopt;
}

/// The file in the user's folder that replaces `path`. Throws as read_text_file() does.
std::optional<File> find_override(const std::string& path) {
  const std::optional<std::string> file = override_of(path);
  if (!file) return std::nullopt;
  return File{*file, read_text_file(*file), true};
}

/// Whether it is a user's file. The project's files have paths from the project's root.
bool is_own(const std::string& path) { return path.starts_with('/') || path.starts_with('.'); }

File find(const std::string& path) {
  if (is_own(path)) return {path, read_text_file(path), true};
  if (auto file = find_override(path)) return *std::move(file);
  for (const EmbeddedFile& file : embedded_opencl_kernels())
    if (file.path == path) return {path, std::string(file.text), false};
  // A path of version 0.1, opencl/kernels/gravity.h, ends in a name that the file still has.
  for (const EmbeddedFile& file : embedded_opencl_kernels())
    for (const std::string& name : names_in_folder(file.path))
      if (name == std::filesystem::path(path).filename()) return find(std::string(file.path));
  throw Error(Status::bad_input, fmt::format("there is no OpenCL kernel file {}", path));
}

/// The path in an #include "…" line, if it is one.
std::optional<std::string> included(const std::string& line) {
  if (line.rfind("#include \"", 0) != 0) return std::nullopt;
  const auto end = line.find('"', 10);
  if (end == std::string::npos) return std::nullopt;
  return line.substr(10, end - 10);
}

/// The meaning of an included path in a user's file: a file next to it, unless the project has this
/// path.
std::string beside(const std::string& includer, const std::string& path) {
  if (!is_own(includer) || is_own(path)) return path;
  for (const EmbeddedFile& file : embedded_opencl_kernels())
    if (file.path == path) return path;
  return (std::filesystem::path(includer).parent_path() / path).string();
}

using Axes = std::map<std::string, std::string>;

/// The path with {axis=default} replaced by the axis' value.
std::string with_axis(const std::string& path, const Axes& axes) {
  const auto open = path.find('{'), equals = path.find('=', open), close = path.find('}', open);
  if (close == path.npos || equals > close) return path;
  const auto value = axes.find(path.substr(open + 1, equals - open - 1));
  return path.substr(0, open) +
         (value != axes.end() ? value->second : path.substr(equals + 1, close - equals - 1)) +
         path.substr(close + 1);
}

void append(const std::string& path, const Axes& axes, int depth, KernelSource& source) {
  if (depth > kMaxIncludeDepth)
    throw Error(Status::bad_input, fmt::format("OpenCL kernel file {} includes itself", path));
  const File file = find(path);
  std::string& out = source.text;
  source.files += file.text;
  if (file.replaces) source.replaced.push_back(file.name);
  out += fmt::format("#line 1 \"{}\"\n", file.name);
  std::istringstream lines(file.text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (const auto header = included(line)) {
      append(beside(path, with_axis(*header, axes)), axes, depth + 1, source);
      out += fmt::format("#line {} \"{}\"\n", number + 1, file.name);
    } else {
      out += line;
      out += '\n';
    }
  }
}

}  // namespace

std::vector<KernelFile> kernel_files() {
  std::vector<KernelFile> files;
  for (const EmbeddedFile& embedded : embedded_opencl_kernels()) {
    if (!embedded.path.ends_with(".cl")) continue;
    const std::string path(embedded.path), built_in(embedded.text);
    std::optional<File> own;
    try {
      own = find_override(path);
    } catch (const Error&) {  // it cannot be read
    }
    const File read = own ? *std::move(own) : File{path, built_in};
    files.push_back({path, read.name, read.text, built_in});
  }
  return files;
}

std::vector<std::string> require_kernel_folder() {
  const std::filesystem::path folder = own_folder();
  if (folder.empty()) return {};
  std::error_code error;
  std::filesystem::directory_iterator(folder, error);
  if (error)
    throw Error(Status::bad_input, fmt::format("cannot read the folder GPUTEST_CL_DIR={}: {}",
                                               folder.string(), error.message()));
  std::vector<std::string> files;
  for (const EmbeddedFile& file : embedded_opencl_kernels())
    if (const auto own = find_override(std::string(file.path))) files.push_back(own->name);
  if (files.empty())
    throw Error(Status::bad_input,
                fmt::format("GPUTEST_CL_DIR={} has no file with a kernel's name, such as "
                            "gravity/naive.cl or gravity_naive.cl",
                            folder.string()));
  return files;
}

KernelSource kernel_source(const std::string& path, const Axes& axes) {
  KernelSource source{find(path).name, "", "", {}};
  append(path, axes, 0, source);
  return source;
}

}  // namespace opencl
}  // namespace gputest

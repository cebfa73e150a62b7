#include "opencl/kernel_source.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "common/core/embedded.hpp"
#include "common/core/error.hpp"

namespace gputest {

/// Made by the build from opencl/kernels/ and the headers they include.
const std::vector<EmbeddedFile>& embedded_opencl_kernels();

namespace opencl {
namespace {

constexpr int kMaxIncludeDepth = 16;

struct File {
  std::string name;  ///< for #line
  std::string text;
};

std::optional<std::string> text_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in || std::filesystem::is_directory(file)) return std::nullopt;
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Whether the base name alone stands for the header: it is the first of that name.
bool has_its_base_name(const std::filesystem::path& path) {
  if (path.extension() != ".h") return false;
  for (const EmbeddedFile& file : embedded_opencl_kernels())
    if (std::filesystem::path(file.path).filename() == path.filename()) return file.path == path;
  return false;
}

/// What a file may be called in a folder of the user's own.
std::vector<std::string> names_in_folder(const std::filesystem::path& path) {
  const std::string folder = path.parent_path().filename().string();
  const std::string base = path.filename().string();
  std::vector<std::string> names{folder + "/" + base, folder + "_" + base};
  if (has_its_base_name(path)) names.push_back(base);
  return names;
}

/// The file of the user's own folder that stands in for `path`.
std::optional<File> find_override(const std::string& path) {
  const char* folder = std::getenv("GPUTEST_CL_DIR");
  if (folder == nullptr || *folder == '\0') return std::nullopt;
  for (const std::string& name : names_in_folder(path)) {
    const std::filesystem::path file = std::filesystem::path(folder) / name;
    if (auto text = text_of(file)) return File{file.string(), *std::move(text)};
  }
  return std::nullopt;
}

void require_folder() {
  const char* folder = std::getenv("GPUTEST_CL_DIR");
  if (folder != nullptr && *folder != '\0' && !std::filesystem::is_directory(folder))
    throw Error(Status::bad_input, fmt::format("GPUTEST_CL_DIR={} is not a folder", folder));
}

File find(const std::string& path) {
  if (auto file = find_override(path)) return *std::move(file);
  for (const EmbeddedFile& file : embedded_opencl_kernels())
    if (file.path == path) return {path, std::string(file.text)};
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

void append(const std::string& path, const Axes& axes, int depth, std::string& out) {
  if (depth > kMaxIncludeDepth)
    throw Error(Status::bad_input, fmt::format("OpenCL kernel file {} includes itself", path));
  const File file = find(path);
  out += fmt::format("#line 1 \"{}\"\n", file.name);
  std::istringstream lines(file.text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (const auto header = included(line)) {
      append(with_axis(*header, axes), axes, depth + 1, out);
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
    const File read = find(path);
    files.push_back({path, read.name, read.text, built_in});
  }
  return files;
}

KernelSource kernel_source(const std::string& path, const Axes& axes) {
  require_folder();
  KernelSource source{find(path).name, ""};
  append(path, axes, 0, source.text);
  return source;
}

}  // namespace opencl
}  // namespace gputest

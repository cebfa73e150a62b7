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

std::optional<File> find_override(const std::string& path) {
  const char* folder = std::getenv("GPUTEST_CL_DIR");
  if (folder == nullptr || *folder == '\0') return std::nullopt;
  if (!std::filesystem::is_directory(folder))
    throw Error(Status::bad_input, fmt::format("GPUTEST_CL_DIR={} is not a folder", folder));
  // "gravity/tiled.cl" as in the project, or "gravity_tiled.cl" without folders.
  const std::filesystem::path own(path);
  const std::string family = own.parent_path().filename().string();
  std::filesystem::path file = std::filesystem::path(folder) / family / own.filename();
  if (!std::filesystem::exists(file)) {
    const bool header = own.extension() == ".h";
    file = std::filesystem::path(folder) /
           (header ? own.filename().string() : family + "_" + own.filename().string());
  }
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  std::ostringstream text;
  text << in.rdbuf();
  return File{file.string(), text.str()};
}

File find(const std::string& path) {
  if (auto file = find_override(path)) return *file;
  for (const EmbeddedFile& file : embedded_opencl_kernels())
    if (file.path == path) return {path, std::string(file.text)};
  throw Error(Status::bad_input, fmt::format("there is no OpenCL kernel file {}", path));
}

/// The path in an #include "…" line, if it is one.
std::optional<std::string> included(const std::string& line) {
  if (line.rfind("#include \"", 0) != 0) return std::nullopt;
  const auto end = line.find('"', 10);
  if (end == std::string::npos) return std::nullopt;
  return line.substr(10, end - 10);
}

void append(const std::string& path, int depth, std::string& out) {
  if (depth > kMaxIncludeDepth)
    throw Error(Status::bad_input, fmt::format("OpenCL kernel file {} includes itself", path));
  const File file = find(path);
  out += fmt::format("#line 1 \"{}\"\n", file.name);
  std::istringstream lines(file.text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (const auto header = included(line)) {
      append(*header, depth + 1, out);
      out += fmt::format("#line {} \"{}\"\n", number + 1, file.name);
    } else {
      out += line;
      out += '\n';
    }
  }
}

}  // namespace

KernelSource kernel_source(const std::string& path) {
  KernelSource source{find(path).name, ""};
  append(path, 0, source.text);
  return source;
}

}  // namespace opencl
}  // namespace gputest

#include "common/particles/reader.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/particles/formats.hpp"

namespace gputest {
namespace {

[[noreturn]] void fail(const std::string& sentence) { throw Error(Status::bad_input, sentence); }

std::string read_file(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0)
    fail(fmt::format("cannot read {}: {}", path, std::strerror(errno)));
  if (S_ISDIR(status.st_mode)) fail(fmt::format("cannot read {}: it is a folder", path));
  if (!S_ISREG(status.st_mode)) fail(fmt::format("cannot read {}: it is not a regular file", path));
  const auto size = static_cast<std::uint64_t>(status.st_size);
  require_host_memory(size, fmt::format("reading {}", path));

  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) fail(fmt::format("cannot read {}: {}", path, std::strerror(errno)));
  std::string content(size, '\0');
  in.read(content.data(), static_cast<std::streamsize>(size));
  if (static_cast<std::uint64_t>(in.gcount()) != size)
    fail(fmt::format("cannot read {}: it ended after {} of its {} bytes", path, in.gcount(), size));
  return content;
}

}  // namespace

ParticleSet read_particles(const std::string& path) {
  return parse_particles(read_file(path), path);
}

ParticleSet parse_particles(std::string_view content, const std::string& name) {
  if (content.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos)
    fail(fmt::format("{} is empty", name));
  for (const Format* format : formats())
    if (format->looks_like(content)) return format->parse(content, name);
  fail(fmt::format("{} is of no format that is understood: {}", name, format_names()));
}

}  // namespace gputest

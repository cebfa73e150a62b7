#include "common/particles/reader.hpp"

#include <fmt/format.h>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/particles/formats.hpp"

namespace gputest {
namespace {

[[noreturn]] void fail(const std::string& sentence) { throw Error(Status::bad_input, sentence); }

}  // namespace

ParticleSet read_particles(const std::string& path) {
  return parse_particles(read_file(path), path);
}

ParticleSet parse_particles(std::string_view content, const std::string& name) {
  if (content.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos)
    fail(fmt::format("{} is empty", name));
  for (const Format* format : formats())
    if (format->looks_like(content)) return format->parse(content, name);
  fail(fmt::format("{} has none of the supported formats: {}", name, format_names()));
}

}  // namespace gputest

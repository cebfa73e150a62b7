#include "common/particles/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <ostream>

#include "common/core/error.hpp"
#include "common/core/interrupt.hpp"
#include "common/core/output_file.hpp"
#include "common/particles/formats.hpp"
#include "common/particles/text.hpp"

namespace gputest {
namespace {

const Format& find_format(std::string_view name) {
  for (const Format* format : formats()) {
    if (format->name != name) continue;
    const std::string absence = format->absence == nullptr ? "" : format->absence();
    if (absence.empty()) return *format;
    throw Error(Status::unavailable,
                fmt::format("no file of format {} can be written: {}", name, absence));
  }
  throw Error(Status::usage,
              fmt::format("there is no particle format {}, only {}", quoted(name), format_names()));
}

/// No reader accepts such values.
void require_finite(const std::string& path, const ParticleSet& set) {
  for (const auto* values :
       {&set.x, &set.y, &set.z, &set.vx, &set.vy, &set.vz, &set.mass, &set.fx, &set.fy, &set.fz}) {
    const auto bad = std::find_if(values->begin(), values->end(),
                                  [](double value) { return !std::isfinite(value); });
    if (bad != values->end())
      throw Error(Status::bad_input,
                  fmt::format("cannot write {}: particle {} has a value that is not finite", path,
                              bad - values->begin()));
  }
}

}  // namespace

void require_format(std::string_view format) { find_format(format); }

void write_particles(const std::string& path, const ParticleSet& set, std::string_view format) {
  const Format& chosen = find_format(format);
  if (set.size() == 0)
    throw Error(Status::bad_input, fmt::format("cannot write {}: there are no particles", path));
  require_finite(path, set);
  write_file_atomically(path, [&](std::ostream& out) {
    chosen.write(out, set);
    throw_if_interrupted();  // the old file is then kept
  });
}

std::string format_for_path(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  if (extension == ".gz" || extension == ".zst")
    throw Error(Status::bad_input,
                fmt::format("gputest writes no compressed files; write {} and compress it",
                            std::filesystem::path(path).replace_extension().string()));
  for (const Format* format : formats()) {
    auto rest = format->extensions;
    for (auto known = next_word(rest); !known.empty(); known = next_word(rest))
      if (known == extension) return std::string(format->name);
  }
  return "nbody";
}

}  // namespace gputest

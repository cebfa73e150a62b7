#include "common/particles/reader.hpp"

#include <fmt/format.h>

#include <optional>

#include "common/core/error.hpp"
#include "common/core/input_stream.hpp"
#include "common/core/text_file.hpp"
#include "common/particles/compression.hpp"
#include "common/particles/fold.hpp"
#include "common/particles/formats.hpp"
#include "common/particles/units.hpp"

namespace gputest {

extern const Format tipsy_format;

namespace {

[[noreturn]] void fail(const std::string& sentence) { throw Error(Status::bad_input, sentence); }

/// Throws Error(bad_input) for lines that end in CR alone, which would be one line.
void refuse_lone_returns(std::string_view content, const std::string& name) {
  const auto end = content.find_first_of("\r\n");
  if (end == content.npos || content.find('\n') != content.npos) return;
  if (content.find_first_not_of(" \t\r\v\f", end) == content.npos) return;
  fail(fmt::format("{}: its lines end in CR without LF; convert them, as with tr '\\r' '\\n'",
                   name));
}

/// What a content of no known format may be, or "".
std::string hint_at(std::string_view content) {
  const std::string_view beginning = content.substr(0, 2);
  const bool is_utf16 = beginning == "\xff\xfe" || beginning == "\xfe\xff";
  return is_utf16 ? ": it is text in UTF-16; save it as UTF-8" : "";
}

}  // namespace

ParticleSet read_particles(const std::string& path, std::string_view units) {
  return parse_particles(read_whole_input(path), input_name(path), units);
}

ParticleSet parse_particles(std::string_view content, const std::string& name,
                            std::string_view units) {
  if (!units.empty()) require_units(units);
  // A TIPSY file may begin with any bytes.
  const auto plain = tipsy_format.looks_like(content) ? std::nullopt : decompressed(content, name);
  if (plain) content = *plain;
  const bool is_text = !tipsy_format.looks_like(content);
  if (is_text) content = without_byte_order_mark(content);
  if (content.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos)
    fail(fmt::format("{} is empty", name));
  if (is_text) refuse_lone_returns(content, name);
  for (const Format* format : formats()) {
    if (!format->looks_like(content)) continue;
    ParticleSet set = format->parse(content, name);
    use_units(set, units, name);
    if (const std::uint64_t outside = count_outside(set); outside > 0)
      set.warnings.push_back(
          fmt::format("{} has {} of {} positions outside the periodic box; forces that use the box "
                      "fold them in.",
                      name, outside, set.size()));
    return set;
  }
  const std::string hint = hint_at(content);
  fail(hint.empty() ? fmt::format("{} has none of the supported formats: {}", name, format_names())
                    : name + hint);
}

}  // namespace gputest

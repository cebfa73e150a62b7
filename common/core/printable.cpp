#include "common/core/printable.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace gputest {
namespace {

/// The length in bytes and the code point of the UTF-8 character at the beginning of the text;
/// length 0 if the text begins with none.
struct Character {
  std::size_t bytes = 0;
  std::uint32_t code = 0;
};

Character first_character(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80) return {1, lead};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || bytes > text.size()) return {};
  std::uint32_t code = lead & (0x7Fu >> bytes);
  for (std::size_t k = 1; k < bytes; ++k) {
    const auto byte = static_cast<unsigned char>(text[k]);
    if ((byte & 0xC0u) != 0x80) return {};
    code = code << 6 | (byte & 0x3Fu);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};  // by number of bytes
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kLeast[bytes] || code > 0x10FFFF || surrogate) return {};
  return {bytes, code};
}

bool is_control(std::uint32_t code) { return code < 0x20 || (code >= 0x7F && code < 0xA0); }

/// Unicode's line separators and its marks that embed, override or isolate a writing direction.
bool is_layout(std::uint32_t code) {
  return code == 0x200E || code == 0x200F || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

std::string escaped(std::string_view bytes) {
  if (bytes == "\n") return "\\n";
  if (bytes == "\t") return "\\t";
  if (bytes == "\r") return "\\r";
  std::string text;
  for (const char byte : bytes) text += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
  return text;
}

std::string shown(std::string_view text, std::string_view kept) {
  std::string result;
  while (!text.empty()) {
    const Character character = first_character(text);
    const std::string_view bytes = text.substr(0, character.bytes == 0 ? 1 : character.bytes);
    const bool harmless =
        character.bytes != 0 && !is_control(character.code) && !is_layout(character.code);
    if (harmless || kept.find(bytes) != kept.npos)
      result += bytes;
    else
      result += escaped(bytes);
    text.remove_prefix(bytes.size());
  }
  return result;
}

}  // namespace

std::string printable(std::string_view text) { return shown(text, ""); }
std::string printable_lines(std::string_view text) { return shown(text, "\n\t"); }

}  // namespace gputest

#include "il_reference/binary/image.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/core/error.hpp"
#include "il_reference/binary/codes.hpp"

namespace gputest::il::binary {
namespace {

[[noreturn]] void fail(const std::string& sentence) { throw Error(Status::bad_input, sentence); }

/// A little-endian number of `size` bytes. Fails if the bytes end before it.
std::uint64_t number_at(std::string_view bytes, std::uint64_t at, unsigned size,
                        std::string_view what) {
  if (at > bytes.size() || size > bytes.size() - at)
    fail(fmt::format("the ELF image ends before {}", what));
  std::uint64_t made = 0;
  for (unsigned k = 0; k < size; ++k)
    made |= std::uint64_t{static_cast<unsigned char>(bytes[at + k])} << 8 * k;
  return made;
}

bool printable(char c) { return (c >= ' ' && c <= '~') || c == '\n' || c == '\r' || c == '\t'; }

bool is_text(std::string_view bytes) {
  return bytes.size() >= 4 && std::all_of(bytes.begin(), bytes.begin() + 4, printable);
}

bool begins_stream(std::string_view bytes) {
  if (bytes.size() < 8) return false;
  const auto version = static_cast<std::uint32_t>(number_at(bytes, 4, 4, ""));
  return number_at(bytes, 0, 4, "") < languages.size() &&
         header::major.get(version) == header::version &&
         header::stage.get(version) < stages.size() && version >> 26 == 0;
}

std::vector<std::uint32_t> tokens_of(std::string_view bytes) {
  if (bytes.empty()) fail("there are no tokens");
  if (bytes.size() % 4 != 0)
    fail(fmt::format("{} bytes are not a whole number of 32-bit tokens", bytes.size()));
  std::vector<std::uint32_t> tokens(bytes.size() / 4);
  for (std::size_t k = 0; k < tokens.size(); ++k)
    tokens[k] = static_cast<std::uint32_t>(number_at(bytes, 4 * k, 4, ""));
  return tokens;
}

/// The two classes of ELF differ in the offsets of these fields and in the width of addresses.
struct Layout {
  unsigned word;
  unsigned sections, entry_size, count, names;  // of the file's header
  unsigned offset, size;                        // of a section's header
};
constexpr Layout elf32{4, 0x20, 0x2E, 0x30, 0x32, 0x10, 0x14};
constexpr Layout elf64{8, 0x28, 0x3A, 0x3C, 0x3E, 0x18, 0x20};

struct Section {
  std::string_view name, content;
};

/// The sections with content and a name, in the order of the section headers.
std::vector<Section> sections_of(std::string_view bytes) {
  const std::uint64_t elf_class = number_at(bytes, 4, 1, "its class");
  if (elf_class != 1 && elf_class != 2) fail(fmt::format("ELF class {} does not exist", elf_class));
  if (number_at(bytes, 5, 1, "its byte order") != 1) fail("the ELF image is not little-endian");
  const Layout& layout = elf_class == 1 ? elf32 : elf64;
  const std::uint64_t table = number_at(bytes, layout.sections, layout.word, "its header's end");
  const std::uint64_t entry = number_at(bytes, layout.entry_size, 2, "its header's end");
  const std::uint64_t count = number_at(bytes, layout.count, 2, "its header's end");
  const std::uint64_t names = number_at(bytes, layout.names, 2, "its header's end");
  if (count == 0) fail("the ELF image has no sections");
  if (names >= count) fail(fmt::format("the ELF image has {} sections but no names", count));
  const auto field = [&](std::uint64_t section, unsigned at, unsigned size) {
    // Offsets near 2^64 must not wrap around to the file's beginning.
    const std::uint64_t past = section * entry + at;
    if (table > bytes.size() || past > bytes.size()) fail("the ELF image ends before its sections");
    return number_at(bytes, table + past, size, "its sections");
  };
  constexpr std::uint64_t without_content = 8;  // SHT_NOBITS
  const auto content = [&](std::uint64_t section) {
    const std::uint64_t offset = field(section, layout.offset, layout.word);
    const std::uint64_t size = field(section, layout.size, layout.word);
    if (field(section, 4, 4) == without_content) return std::string_view();
    if (offset > bytes.size() || size > bytes.size() - offset)
      fail(fmt::format("section {} of the ELF image goes past its end", section));
    return bytes.substr(offset, size);
  };
  const std::string_view all_names = content(names);
  std::vector<Section> made;
  for (std::uint64_t section = 1; section < count; ++section) {
    const std::uint64_t at = field(section, 0, 4);
    if (at >= all_names.size()) fail(fmt::format("section {} has no name", section));
    const std::string_view rest = all_names.substr(at);
    made.push_back({rest.substr(0, rest.find('\0')), content(section)});
  }
  return made;
}

Image from_elf(std::string_view bytes) {
  std::vector<Section> tokens, texts;
  for (const Section& section : sections_of(bytes)) {
    if (section.name != ".amdil" && section.name != ".text") continue;
    if (begins_stream(section.content)) tokens.push_back(section);
    if (is_text(section.content) && section.content.find("il_") != section.content.npos)
      texts.push_back(section);
  }
  const std::vector<Section>& found = tokens.empty() ? texts : tokens;
  if (found.empty()) fail("no section .amdil or .text of the ELF image holds IL");
  Image made;
  made.section = found.front().name;
  made.more = found.size() - 1;
  if (tokens.empty()) {
    const std::string_view text = found.front().content;
    made.text = text.substr(0, text.find('\0'));
  } else {
    made.tokens = tokens_of(found.front().content);
  }
  return made;
}

}  // namespace

Image read_image(std::string_view bytes) {
  if (bytes.starts_with("\x7F"
                        "ELF"))
    return from_elf(bytes);
  if (is_text(bytes)) fail("this is text, but tokens are binary");
  Image made;
  made.tokens = tokens_of(bytes);
  return made;
}

std::string to_bytes(const std::vector<std::uint32_t>& tokens) {
  std::string made;
  made.reserve(4 * tokens.size());
  for (const std::uint32_t token : tokens)
    for (unsigned k = 0; k < 4; ++k) made += static_cast<char>(token >> 8 * k & 0xFFu);
  return made;
}

}  // namespace gputest::il::binary

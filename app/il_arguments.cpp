#include "app/il_arguments.hpp"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cstring>
#include <filesystem>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/run/registry.hpp"

static_assert(std::endian::native == std::endian::little, "files are read as they are stored");

namespace gputest {
namespace {

constexpr std::uint64_t kMaxElements = 0xFFFFFFFFu;

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts{""};
  for (const char c : text) {
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

template <class Number>
std::optional<Number> number(const std::string& text, int base = 10) {
  Number value{};
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (code != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::uint32_t> word(const std::string& text) {
  if (text.starts_with("0x") || text.starts_with("0X"))
    return number<std::uint32_t>(text.substr(2), 16);
  if (const auto whole = number<std::uint32_t>(text)) return whole;
  if (const auto whole = number<std::int32_t>(text)) return static_cast<std::uint32_t>(*whole);
  float value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return std::bit_cast<std::uint32_t>(value);
}

std::vector<std::uint64_t> extents(const std::string& option, const std::string& text,
                                   std::size_t most) {
  std::vector<std::uint64_t> sizes;
  const std::vector<std::string> parts = split(text, 'x');
  for (const std::string& part : parts) {
    const auto size = number<std::uint64_t>(part);
    if (!size || *size == 0 || *size > kMaxElements || parts.size() > most)
      throw Error(Status::bad_input, fmt::format("{} takes {}, numbers above 0, not '{}'", option,
                                                 most == 2 ? "W or WxH" : "X, XxY or XxYxZ", text));
    sizes.push_back(*size);
  }
  return sizes;
}

}  // namespace

IlShape parse_il_shape(const std::string& option, const std::string& text) {
  const std::vector<std::uint64_t> sizes = extents(option, text, 2);
  return {sizes[0], sizes.size() == 2 ? sizes[1] : 1, sizes.size() == 2};
}

IlFile parse_il_file(const std::string& option, const std::string& text,
                     const std::string& prefix) {
  const auto equals = text.find('=');
  if (equals == text.npos || equals == 0)
    throw Error(Status::bad_input,
                fmt::format("{} takes NUMBER=FILE[:WxH[:FORMAT]], not '{}'", option, text));
  std::string name = text.substr(0, equals);
  if (number<std::uint32_t>(name)) name = prefix + name;
  if (name == "g") name = "g[]";
  const std::vector<std::string> parts = split(text.substr(equals + 1), ':');
  IlFile file{name, parts[0], {}, {}};
  if (parts.size() > 3 || file.path.empty())
    throw Error(Status::bad_input,
                fmt::format("{} takes NUMBER=FILE[:WxH[:FORMAT]], not '{}'", option, text));
  if (parts.size() > 1) file.shape = parse_il_shape(option, parts[1]);
  if (parts.size() > 2) {
    const cal::Format* format = cal::find_format(parts[2]);
    if (format == nullptr) {
      std::vector<std::string> known;
      for (const cal::Format& one : cal::formats()) known.emplace_back(one.name);
      throw Error(Status::bad_input, no_such("format of CAL", parts[2], known));
    }
    file.format = *format;
  }
  return file;
}

il::Groups parse_il_groups(const std::string& text) {
  il::Groups groups{1, 1, 1};
  const std::vector<std::uint64_t> sizes = extents("--groups", text, 3);
  for (std::size_t k = 0; k < sizes.size(); ++k) groups[k] = static_cast<std::uint32_t>(sizes[k]);
  return groups;
}

il::Domain parse_il_thread(const std::string& text) {
  const std::vector<std::string> parts = split(text, ',');
  const auto x = number<std::uint32_t>(parts[0]);
  const auto y = parts.size() > 1 ? number<std::uint32_t>(parts[1]) : 0;
  if (!x || !y || parts.size() > 2)
    throw Error(Status::bad_input, fmt::format("--trace takes a thread, X or X,Y, not '{}'", text));
  return {*x, *y, 1, 1};
}

std::optional<std::vector<std::uint32_t>> parse_il_words(const std::string& text) {
  std::vector<std::uint32_t> words;
  for (const std::string& part : split(text, ',')) {
    const auto value = word(part);
    if (!value) return std::nullopt;
    words.push_back(*value);
  }
  return words;
}

std::vector<std::uint32_t> read_il_words(const std::string& path, std::uint64_t bytes,
                                         const std::string& what) {
  std::error_code error;
  const std::uint64_t size = std::filesystem::file_size(path, error);
  if (!error && size != bytes)
    throw Error(Status::bad_input,
                fmt::format("{} has {} bytes and {} is {}", path, size, what, bytes));
  const std::string content = read_file(path);
  if (content.size() != bytes)
    throw Error(Status::bad_input,
                fmt::format("{} has {} bytes and {} is {}", path, content.size(), what, bytes));
  std::vector<std::uint32_t> words(bytes / 4);
  std::memcpy(words.data(), content.data(), bytes);
  return words;
}

}  // namespace gputest

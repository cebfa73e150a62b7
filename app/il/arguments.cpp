#include "app/il/arguments.hpp"

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

template <class Real>
std::optional<Real> real(const std::string& text) {
  Real value{};
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// One word, or two for a double; empty if the text is not a number.
std::vector<std::uint32_t> number_words(const std::string& written) {
  const bool hexadecimal = written.starts_with("0x") || written.starts_with("0X");
  const auto word = [](std::uint32_t value) { return std::vector<std::uint32_t>{value}; };
  std::string text = written;
  if (hexadecimal) {
    const auto bits = number<std::uint32_t>(text.substr(2), 16);
    return bits ? word(*bits) : std::vector<std::uint32_t>();
  }
  const char suffix = text.empty() ? '\0' : text.back();
  if (suffix == 'd' || suffix == 'D' || suffix == 'f' || suffix == 'F') text.pop_back();
  if (suffix == 'd' || suffix == 'D') {
    const auto value = real<double>(text);
    if (!value) return {};
    const auto bits = std::bit_cast<std::uint64_t>(*value);
    return {static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32)};
  }
  if (text == written) {
    if (const auto whole = number<std::uint32_t>(text)) return word(*whole);
    if (const auto whole = number<std::int32_t>(text))
      return word(static_cast<std::uint32_t>(*whole));
  }
  const auto value = real<float>(text);
  return value ? word(std::bit_cast<std::uint32_t>(*value)) : std::vector<std::uint32_t>();
}

std::vector<std::uint64_t> extents(const std::string& option, const std::string& text,
                                   std::size_t most, std::string_view forms) {
  std::vector<std::uint64_t> sizes;
  const std::vector<std::string> parts = split(text, 'x');
  for (const std::string& part : parts) {
    const auto size = number<std::uint64_t>(part);
    if (!size || *size == 0 || *size > kMaxElements || parts.size() > most)
      throw Error(Status::bad_input, fmt::format("{} takes {} with whole numbers above 0, not '{}'",
                                                 option, forms, text));
    sizes.push_back(*size);
  }
  return sizes;
}

}  // namespace

IlShape parse_il_shape(const std::string& option, const std::string& text) {
  const std::vector<std::uint64_t> sizes = extents(option, text, 3, "W, WxH or WxHxD");
  return {sizes[0], sizes.size() > 1 ? sizes[1] : 1, sizes.size() > 1,
          sizes.size() > 2 ? sizes[2] : 1};
}

il::Domain parse_il_domain(const std::string& text) {
  const std::vector<std::string> parts = split(text, '+');
  const std::vector<std::uint64_t> sizes = extents("--domain", parts[0], 2, "W, WxH or WxH+X+Y");
  il::Domain domain{0, 0, static_cast<std::uint32_t>(sizes[0]),
                    static_cast<std::uint32_t>(sizes.size() > 1 ? sizes[1] : 1)};
  if (parts.size() == 1) return domain;
  const auto x = number<std::uint32_t>(parts[1]);
  const auto y = parts.size() == 3 ? number<std::uint32_t>(parts[2]) : std::nullopt;
  if (!x || !y)
    throw Error(Status::bad_input, fmt::format("--domain takes W, WxH or WxH+X+Y, not '{}'", text));
  domain.x = *x;
  domain.y = *y;
  return domain;
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
  const std::vector<std::uint64_t> sizes = extents("--groups", text, 3, "X, XxY or XxYxZ");
  for (std::size_t k = 0; k < sizes.size(); ++k) groups[k] = static_cast<std::uint32_t>(sizes[k]);
  return groups;
}

il::Domain parse_il_thread(const std::string& text) {
  const std::vector<std::string> parts = split(text, ',');
  const auto x = number<std::uint32_t>(parts[0]);
  const auto y = parts.size() > 1 ? number<std::uint32_t>(parts[1]) : 0;
  if (!x || !y || parts.size() > 2)
    throw Error(Status::bad_input,
                fmt::format("--trace takes a thread as X or X,Y, not '{}'", text));
  return {*x, *y, 1, 1};
}

std::optional<std::vector<std::uint32_t>> parse_il_words(const std::string& text) {
  std::vector<std::uint32_t> words;
  for (const std::string& part : split(text, ',')) {
    const std::vector<std::uint32_t> value = number_words(part);
    if (value.empty()) return std::nullopt;
    words.insert(words.end(), value.begin(), value.end());
  }
  return words;
}

std::vector<std::uint32_t> read_il_words(const std::string& path, std::uint64_t bytes,
                                         const std::string& what) {
  std::error_code error;
  const std::uint64_t size = std::filesystem::file_size(path, error);
  if (!error && size != bytes)
    throw Error(Status::bad_input,
                fmt::format("{} has {} bytes, but {} has {}", path, size, what, bytes));
  const std::string content = read_file(path);
  if (content.size() != bytes)
    throw Error(Status::bad_input,
                fmt::format("{} has {} bytes, but {} has {}", path, content.size(), what, bytes));
  std::vector<std::uint32_t> words(bytes / 4);
  std::memcpy(words.data(), content.data(), bytes);
  return words;
}

}  // namespace gputest

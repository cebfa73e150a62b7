// Numbers from text, read the same way wherever a user writes one.
#pragma once

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <type_traits>

namespace gputest {

/// The text as a Number, all of it and in range; nothing if it is not one. Infinity and NaN are no
/// numbers here, and a negative is no unsigned one.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number value{};
  const char* last = text.data() + text.size();
  const auto [end, code] = std::from_chars(text.data(), last, value);
  if (code != std::errc() || end != last) return std::nullopt;
  if constexpr (std::is_floating_point_v<Number>)
    if (!std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace gputest

// Numbers from text, parsed in the same way everywhere.
#pragma once

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <type_traits>

namespace gputest {

/// The value of the whole text as a Number, if it is one and in range. Infinity and NaN are not
/// accepted, and an unsigned Number accepts no negative text.
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

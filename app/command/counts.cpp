#include "app/command/counts.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <optional>
#include <utility>

#include "common/core/error.hpp"
#include "common/core/parse_number.hpp"

namespace gputest {
namespace {

enum class CountFault { none, not_a_count, too_large, zero };

/// The result of reading a text: a number, or why there is none.
struct CountRead {
  std::uint64_t value = 0;
  CountFault fault = CountFault::none;
};

CountRead times(CountRead count, std::uint64_t factor) {
  if (__builtin_mul_overflow(count.value, factor, &count.value))
    count.fault = CountFault::too_large;
  return count;
}

/// The factor of a suffix; none for an unknown suffix.
std::optional<std::uint64_t> factor_of(std::string_view suffix) {
  constexpr unsigned kKibi = 10, kMebi = 20, kGibi = 30;
  if (suffix.empty()) return 1;
  if (suffix == "k" || suffix == "K") return std::uint64_t{1} << kKibi;
  if (suffix == "M") return std::uint64_t{1} << kMebi;
  if (suffix == "G") return std::uint64_t{1} << kGibi;
  return std::nullopt;
}

/// "1e6", "1.5e6": whole numbers written with a power of ten.
CountRead read_power_of_ten(std::string_view text) {
  const auto e = text.find_first_of("eE");
  if (e == text.npos) return {0, CountFault::not_a_count};
  std::string digits(text.substr(0, e));
  std::size_t decimals = 0;
  if (const auto point = digits.find('.'); point != digits.npos) {
    decimals = digits.size() - point - 1;
    if (point == 0 || decimals == 0) return {0, CountFault::not_a_count};
    digits.erase(point, 1);
  }
  std::string_view power = text.substr(e + 1);
  if (power.starts_with('+')) power.remove_prefix(1);
  const auto exponent = parse_number<unsigned>(power);
  if (!exponent || *exponent < decimals || digits.find_first_not_of("0123456789") != digits.npos)
    return {0, CountFault::not_a_count};
  CountRead count;
  const auto [end, code] =
      std::from_chars(digits.data(), digits.data() + digits.size(), count.value);
  if (code == std::errc::result_out_of_range) return {0, CountFault::too_large};
  if (code != std::errc()) return {0, CountFault::not_a_count};
  if (count.value == 0) return {0, CountFault::zero};
  for (std::size_t k = decimals; k < *exponent && count.fault == CountFault::none; ++k)
    count = times(count, 10);
  return count;
}

CountRead read_count(std::string_view text) {
  CountRead count;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), count.value);
  const std::string_view suffix(end, static_cast<std::size_t>(text.data() + text.size() - end));
  const auto factor = factor_of(suffix);
  if (code == std::errc::invalid_argument) return {0, CountFault::not_a_count};
  if (!factor) return read_power_of_ten(text);
  if (code != std::errc()) return {0, CountFault::too_large};
  if (count.value == 0) return {0, CountFault::zero};
  return times(count, *factor);
}

/// `text` is a part of `whole`, which messages quote; `forms` are the forms that the option takes.
std::uint64_t count_in(const std::string& option, std::string_view text, std::string_view whole,
                       std::string_view forms) {
  const CountRead count = read_count(text);
  switch (count.fault) {
    case CountFault::none:
      break;
    case CountFault::too_large:
      throw Error(Status::bad_input, fmt::format("{} {} does not fit 64 bits", option, whole));
    case CountFault::zero:
      throw Error(Status::bad_input, fmt::format("{} must be above 0, not '{}'", option, whole));
    case CountFault::not_a_count:
      throw Error(Status::bad_input,
                  fmt::format("{} takes a whole number above 0 (16384, 16k, 1e6){}, not '{}'",
                              option, forms, whole));
  }
  return count.value;
}

/// One count of a list or of a range.
std::uint64_t count_of_several(std::string_view text, const std::string& whole) {
  return count_in("-n", text, whole, ", a list N,N,… or a range A..B*2");
}

}  // namespace

std::uint64_t parse_count(const std::string& option, std::string_view text) {
  return count_in(option, text, text, "");
}

std::vector<std::uint64_t> parse_counts(const std::string& text) {
  const std::string_view all(text);
  std::vector<std::uint64_t> counts;
  const auto dots = text.find("..");
  if (dots != std::string::npos) {
    const auto star = text.find('*', dots);
    const std::uint64_t first = count_of_several(all.substr(0, dots), text);
    const std::uint64_t last =
        count_of_several(all.substr(dots + 2, star == text.npos ? star : star - dots - 2), text);
    const std::uint64_t factor =
        star == text.npos ? 2 : count_of_several(all.substr(star + 1), text);
    if (first > last || factor < 2)
      throw Error(Status::bad_input,
                  fmt::format("-n {}: a range A..B*F needs A <= B and F >= 2", text));
    for (std::uint64_t n = first; n <= last; n *= factor) {
      counts.push_back(n);
      if (n > std::numeric_limits<std::uint64_t>::max() / factor) break;
    }
    return counts;
  }
  std::string::size_type start = 0;
  while (true) {
    const auto comma = text.find(',', start);
    counts.push_back(
        count_of_several(all.substr(start, comma == text.npos ? comma : comma - start), text));
    if (comma == text.npos) return counts;
    start = comma + 1;
  }
}

}  // namespace gputest

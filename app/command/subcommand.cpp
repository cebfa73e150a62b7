#include "app/command/subcommand.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "common/core/parse_number.hpp"
#include "common/measure/energy.hpp"

namespace gputest {

std::optional<std::uint64_t> whole_number(const std::string& option, const std::string& text,
                                          std::uint64_t least, std::uint64_t most) {
  if (text.empty()) return std::nullopt;
  const auto value = parse_number<std::uint64_t>(text);
  if (!value || *value < least || *value > most)
    throw Error(Status::bad_input, fmt::format("{} takes a whole number from {} to {}, not '{}'",
                                               option, least, most, text));
  return value;
}

std::optional<double> real_number(const std::string& option, const std::string& text,
                                  double least) {
  if (text.empty()) return std::nullopt;
  const auto value = parse_number<double>(text);
  if (!value || *value < least || *value > 1e6)
    throw Error(Status::bad_input,
                fmt::format("{} takes a number from {} to 1e6, not '{}'", option, least, text));
  return value;
}

std::optional<double> duration(const std::string& option, const std::string& text) {
  if (text.empty()) return std::nullopt;
  std::string_view number(text);
  double unit = 1;
  for (const auto& [letter, seconds] : {std::pair{'s', 1.0}, {'m', 60.0}, {'h', 3600.0}})
    if (number.ends_with(letter)) {
      number.remove_suffix(1);
      unit = seconds;
      break;
    }
  const auto value = parse_number<double>(number);
  if (!value || *value <= 0 || *value > 1e6)
    throw Error(Status::bad_input,
                fmt::format("{} takes a time like 90, 90s, 10m or 1.5h, not '{}'", option, text));
  return *value * unit;
}

double energy_window(const std::string& text) {
  const auto seconds = real_number("--energy-window", text, 0);
  if (!seconds) return 0;
  if (*seconds < kShortestEnergyWindow)
    throw Error(Status::usage,
                fmt::format("--energy-window={} is too short for the device's energy counter; it "
                            "must be at least {:g} s",
                            text, kShortestEnergyWindow));
  return *seconds;
}

}  // namespace gputest

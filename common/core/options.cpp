#include "common/core/options.hpp"

#include <fmt/format.h>

#include "common/core/error.hpp"
#include "common/core/parse_number.hpp"

namespace gputest {
namespace {

template <class Value>
Error refusal(const char* form, const std::string& name, const Value& value) {
  return {Status::bad_input, fmt::format(fmt::runtime(form), name, value)};
}

}  // namespace

double parse_number_option(const std::string& name, const std::string& text, Sign sign) {
  const auto value = parse_number<double>(text);
  if (!value) throw refusal("--{} takes a finite number, not '{}'", name, text);
  if (sign == Sign::positive && !(*value > 0))
    throw refusal("--{} must be above 0, not {}", name, *value);
  if (sign == Sign::not_negative && *value < 0)
    throw refusal("--{} must be at least 0, not {}", name, *value);
  return *value;
}

std::uint64_t parse_count_option(const std::string& name, const std::string& text,
                                 std::uint64_t most) {
  const auto value = parse_number<std::uint64_t>(text);
  if (!value || *value == 0)
    throw refusal("--{} takes a positive whole number, not '{}'", name, text);
  if (*value > most) throw refusal("--{} {} is too large", name, text);
  return *value;
}

bool parse_toggle_option(const std::string& name, const std::string& text) {
  if (text != "on" && text != "off") throw refusal("--{} is on or off, not '{}'", name, text);
  return text == "on";
}

std::string option_text(double value) { return fmt::format("{}", value); }
std::string option_text(std::uint64_t value) { return fmt::format("{}", value); }
std::string option_text(bool value) { return value ? "on" : "off"; }

}  // namespace gputest

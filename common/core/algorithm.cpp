#include "common/core/algorithm.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "common/core/error.hpp"

namespace gputest {
namespace {

template <class Number>
bool parse_whole(const std::string& text, Number& value) {
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  return code == std::errc() && end == text.data() + text.size();
}

}  // namespace

double number_option(const ProblemRequest& request, const std::string& name) {
  const std::string& text = request.options.at(name);
  double value = 0;
  if (!parse_whole(text, value) || !std::isfinite(value))
    throw Error(Status::bad_input, fmt::format("--{} takes a finite number, not '{}'", name, text));
  return value;
}

std::uint64_t count_option(const ProblemRequest& request, const std::string& name) {
  const std::string& text = request.options.at(name);
  std::uint64_t value = 0;
  if (!parse_whole(text, value) || value == 0)
    throw Error(Status::bad_input,
                fmt::format("--{} takes a positive whole number, not '{}'", name, text));
  return value;
}

bool switch_option(const ProblemRequest& request, const std::string& name) {
  const std::string& text = request.options.at(name);
  if (text != "on" && text != "off")
    throw Error(Status::bad_input, fmt::format("--{} is on or off, not '{}'", name, text));
  return text == "on";
}

}  // namespace gputest

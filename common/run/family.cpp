#include "common/run/family.hpp"

#include <fmt/format.h>

#include "common/core/error.hpp"
#include "common/core/parse_number.hpp"

namespace gputest {

double number_option(const ProblemRequest& request, const std::string& name) {
  const std::string& text = request.options.at(name);
  if (const auto value = parse_number<double>(text)) return *value;
  throw Error(Status::bad_input, fmt::format("--{} takes a finite number, not '{}'", name, text));
}

std::uint64_t count_option(const ProblemRequest& request, const std::string& name) {
  const std::string& text = request.options.at(name);
  const auto value = parse_number<std::uint64_t>(text);
  if (!value || *value == 0)
    throw Error(Status::bad_input,
                fmt::format("--{} takes a positive whole number, not '{}'", name, text));
  return *value;
}

bool switch_option(const ProblemRequest& request, const std::string& name) {
  const std::string& text = request.options.at(name);
  if (text != "on" && text != "off")
    throw Error(Status::bad_input, fmt::format("--{} is on or off, not '{}'", name, text));
  return text == "on";
}

}  // namespace gputest

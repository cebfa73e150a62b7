// A row's problem as one text.
#pragma once

#include <fmt/format.h>

#include <string>

namespace gputest {

/// "eps=0.02 list=csr errors.max=0.006": the members of a JSON object, if `is_wanted` is true for
/// their names. Members of an inner object have its name as prefix.
template <class Json, class IsWanted>
std::string problem_words(const Json& problem, const IsWanted& is_wanted) {
  std::string text;
  const auto add = [&text](const std::string& name, const Json& value) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name,
                        value.is_string() ? value.template get<std::string>() : value.dump());
  };
  for (const auto& [name, value] : problem.items()) {
    if (!is_wanted(name)) continue;
    if (!value.is_object()) {
      add(name, value);
      continue;
    }
    for (const auto& [inner, of_inner] : value.items()) add(name + "." + inner, of_inner);
  }
  return text;
}

}  // namespace gputest

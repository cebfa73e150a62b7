// Names that a user types: patterns of them, and what somebody may have meant by one that is not
// there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gputest {

/// A name that a user types, and a line on it.
struct Named {
  std::string name;
  std::string summary;
};

/// Their names alone.
std::vector<std::string> names_of(const std::vector<Named>& all);

/// Whether `name` matches a pattern of letters, * and ?.
bool matches_glob(std::string_view pattern, std::string_view name);

/// Whether `name` matches one of those patterns.
bool matches_any(const std::vector<std::string>& patterns, std::string_view name);

/// Up to three candidates, each once, that a user who typed `name` may have meant, best first.
std::vector<std::string> near_matches(std::string_view name,
                                      const std::vector<std::string>& candidates);

/// "there is no <kind> X; did you mean A or B?", or with the whole list where nothing is near.
std::string no_such(std::string_view kind, std::string_view name,
                    const std::vector<std::string>& candidates);

}  // namespace gputest

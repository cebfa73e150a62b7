// Names that a user types: patterns of names, and suggestions for a name that does not exist.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gputest {

/// A name that a user types, and its one-line summary.
struct Named {
  std::string name;
  std::string summary;
};

/// Only their names.
std::vector<std::string> names_of(const std::vector<Named>& all);

/// The text with its ASCII letters small.
std::string in_small_letters(std::string text);

/// Whether `name` matches a pattern of letters, * and ?.
bool matches_glob(std::string_view pattern, std::string_view name);

/// Whether `name` matches one of the patterns.
bool matches_any(const std::vector<std::string>& patterns, std::string_view name);

/// Up to three different candidates that resemble `name`, the nearest first.
std::vector<std::string> near_matches(std::string_view name,
                                      const std::vector<std::string>& candidates);

/// "there is no <kind> X; did you mean A or B?", or with the whole list if no candidate is near.
std::string no_such(std::string_view kind, std::string_view name,
                    const std::vector<std::string>& candidates);

}  // namespace gputest

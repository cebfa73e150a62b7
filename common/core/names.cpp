#include "common/core/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>

namespace gputest {
namespace {

/// The optimal string alignment distance: insertions, deletions, substitutions and exchanges of
/// neighbouring letters between two words.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before, above);
    std::swap(above, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({row[j - 1] + 1, above[j] + 1, substituted});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row.back();
}

}  // namespace

std::vector<std::string> names_of(const std::vector<Named>& all) {
  std::vector<std::string> names;
  for (const Named& named : all) names.push_back(named.name);
  return names;
}

std::string in_small_letters(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

bool matches_glob(std::string_view pattern, std::string_view name) {
  return fnmatch(std::string(pattern).c_str(), std::string(name).c_str(), FNM_NOESCAPE) == 0;
}

bool matches_any(const std::vector<std::string>& patterns, std::string_view name) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return matches_glob(pattern, name); });
}

std::vector<std::string> near_matches(std::string_view name,
                                      const std::vector<std::string>& candidates) {
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(name, candidate);
    const bool part = name.size() >= 3 && candidate.find(name) != std::string::npos;
    if (part || distance <= std::max<std::size_t>(1, candidate.size() / 3))
      ranked.emplace_back(part ? 0 : distance, candidate);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> near;
  for (const auto& [distance, candidate] : ranked)
    if (near.size() < 3 && std::find(near.begin(), near.end(), candidate) == near.end())
      near.push_back(candidate);
  return near;
}

std::string no_such(std::string_view kind, std::string_view name,
                    const std::vector<std::string>& candidates) {
  const std::vector<std::string> near = near_matches(name, candidates);
  if (!near.empty())
    return fmt::format("there is no {} '{}'; did you mean {}?", kind, name,
                       fmt::join(near, " or "));
  return fmt::format("there is no {} '{}'; there are {}", kind, name, fmt::join(candidates, ", "));
}

}  // namespace gputest

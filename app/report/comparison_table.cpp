#include "app/report/comparison_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace gputest {
namespace {

constexpr std::size_t kDeviceKey = 0, kKernelKey = 1, kProblemKey = 6;

using ProblemMembers = std::vector<std::pair<std::string, std::string>>;

/// The members of a row's problem, as names and values; members of an inner object have its name as
/// prefix.
ProblemMembers problem_members(const ComparedRow& row) {
  ProblemMembers members;
  const auto add = [&](const std::string& name, const nlohmann::ordered_json& value) {
    members.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
  };
  const auto problem = nlohmann::ordered_json::parse(row.key[kProblemKey]);
  for (const auto& [name, value] : problem.items()) {
    if (!value.is_object()) {
      add(name, value);
      continue;
    }
    for (const auto& [inner, of_inner] : value.items()) add(name + "." + inner, of_inner);
  }
  return members;
}

std::string words_of_members(const ProblemMembers& members) {
  std::vector<std::string> words;
  for (const auto& [name, value] : members) words.push_back(fmt::format("{}={}", name, value));
  return fmt::format("{}", fmt::join(words, " "));
}

/// Removes the members that all rows have, with one value, and returns them.
ProblemMembers take_common(std::vector<ProblemMembers>& rows) {
  std::map<std::pair<std::string, std::string>, std::size_t> counts;
  for (const ProblemMembers& row : rows)
    for (const auto& member : row) ++counts[member];
  const auto is_common = [&](const auto& member) { return counts.at(member) == rows.size(); };
  ProblemMembers common;
  if (!rows.empty())
    std::copy_if(rows.front().begin(), rows.front().end(), std::back_inserter(common), is_common);
  for (ProblemMembers& row : rows) std::erase_if(row, is_common);
  return common;
}

/// Milliseconds; empty without a time.
std::string milliseconds_of(const std::optional<double>& seconds) {
  return seconds ? fmt::format("{:.4f}", *seconds * 1e3) : "";
}

std::string change_of(const ComparedRow& row) {
  return row.before && row.now ? fmt::format("{:+.1f}%", (*row.now / *row.before - 1) * 100) : "";
}

/// The interval of the change by the samples: "-0.3% to +1.2%".
std::string range_of(const ComparedRow& row) {
  return row.ratio ? fmt::format("{:+.1f}% to {:+.1f}%", (row.ratio->low - 1) * 100,
                                 (row.ratio->high - 1) * 100)
                   : "";
}

Table table_of_comparison(const std::vector<ComparedRow>& rows,
                          const std::vector<ProblemMembers>& problems) {
  Table table;
  for (const std::string& title : kComparedKey) table.columns.push_back({title, Align::left});
  for (const char* title : {"old ms", "new ms", "change", "range"})
    table.columns.push_back({title, Align::right});
  for (const char* title : {"verdict", "why"}) table.columns.push_back({title, Align::left});
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const ComparedRow& compared = rows[k];
    Table::Row row;
    row.cells = compared.key;
    row.cells[kProblemKey] = words_of_members(problems[k]);
    for (const std::string& cell :
         {milliseconds_of(compared.before), milliseconds_of(compared.now), change_of(compared),
          range_of(compared), compared.verdict, compared.why})
      row.cells.push_back(cell);
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::vector<ProblemMembers> problems_of(const std::vector<ComparedRow>& rows) {
  std::vector<ProblemMembers> problems;
  for (const ComparedRow& row : rows) problems.push_back(problem_members(row));
  return problems;
}

/// "cuda:0: NVIDIA H100".
std::string named_device(const ComparedResult& result, const std::string& id) {
  return fmt::format("{}: {}", id, result.devices.at(id).name);
}

}  // namespace

std::vector<std::string> compared_device_lines(const ComparedResult& before,
                                               const ComparedResult& now) {
  std::vector<std::string> lines;
  for (const MatchedDevices& pair : matched_devices(before, now)) {
    if (pair.before.empty() || pair.now.empty()) {
      const bool is_old = pair.now.empty();
      lines.push_back(fmt::format(
          "{} (only {})", named_device(is_old ? before : now, is_old ? pair.before : pair.now),
          is_old ? "old" : "new"));
      continue;
    }
    const ComparedDevice& old = before.devices.at(pair.before);
    const ComparedDevice& later = now.devices.at(pair.now);
    std::string line = named_device(before, pair.before);
    if (old.name != later.name)
      line += ", now " + named_device(now, pair.now);
    else if (pair.before != pair.now)
      line += ", now " + pair.now;
    if (old.name == later.name && are_different(old, later))
      line += fmt::format(", another GPU of this model ({}, now {})", old.uuid, later.uuid);
    if (!old.driver.empty() && !later.driver.empty() && old.driver != later.driver)
      line += fmt::format("; driver {}, now {}", old.driver, later.driver);
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<std::string> different_devices(const ComparedResult& before, const ComparedResult& now,
                                           const std::string& name_before,
                                           const std::string& name_now) {
  std::vector<std::string> sentences;
  for (const MatchedDevices& pair : matched_devices(before, now)) {
    if (pair.before.empty() || pair.now.empty()) continue;
    const ComparedDevice& old = before.devices.at(pair.before);
    const ComparedDevice& later = now.devices.at(pair.now);
    if (!are_different(old, later)) continue;
    const bool has_name = old.name != later.name;
    sentences.push_back(fmt::format("the devices differ: {} is {} in {} and {} in {}", pair.before,
                                    has_name ? old.name : old.uuid, name_before,
                                    has_name ? later.name : later.uuid, name_now));
  }
  return sentences;
}

Table comparison_table(const std::vector<ComparedRow>& rows) {
  return table_of_comparison(rows, problems_of(rows));
}

FittedTable fitted_comparison(const std::vector<ComparedRow>& rows, std::size_t width) {
  std::vector<ProblemMembers> problems = problems_of(rows);
  const ProblemMembers common = take_common(problems);
  Table table = table_of_comparison(rows, problems);
  std::vector<int> ranks(kComparedKey.size(), kSubjectColumn);
  ranks[kKernelKey] = kNameColumn;
  for (const int rank : {2, 3, kNeededColumn, 1, kNeededColumn}) ranks.push_back(rank);
  table.columns.pop_back();  // verdict_reasons() has the reasons
  std::set<std::string> devices;
  for (Table::Row& row : table.rows) {
    row.cells.pop_back();
    devices.insert(row.cells[kDeviceKey]);
  }
  if (devices.size() == 1)  // it has its own line
    for (Table::Row& row : table.rows) row.cells[kDeviceKey].clear();
  FittedTable result = fitted(table, ranks, width);
  if (!common.empty())
    result.in_common += (result.in_common.empty() ? "every row: " : " ") + words_of_members(common);
  return result;
}

std::vector<std::string> verdict_reasons(const std::vector<ComparedRow>& rows) {
  std::vector<std::pair<std::string, std::string>> reasons;
  std::map<std::pair<std::string, std::string>, std::size_t> counts;
  for (const ComparedRow& row : rows)
    if (!row.why.empty() && counts[{row.verdict, row.why}]++ == 0)
      reasons.emplace_back(row.verdict, row.why);
  std::vector<std::string> lines;
  for (const auto& reason : reasons)
    lines.push_back(fmt::format("{} {}: {}", counts.at(reason), reason.first, reason.second));
  return lines;
}

}  // namespace gputest

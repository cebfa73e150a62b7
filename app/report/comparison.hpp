// What became of each row of a result since an earlier one: for `gputest compare` and
// `gputest report`.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/results/result_file.hpp"
#include "common/measure/statistics.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// The relative change that counts, where the user says no other.
constexpr double kCountedChange = 0.05;

/// What a row is known by in two results, in this order.
extern const std::vector<std::string> kComparedKey;  // device, kernel, …, problem

/// The rows of one file.
struct ComparedResult {
  std::map<std::vector<std::string>, ResultEntry> entries;  ///< by the values of kComparedKey
  std::map<std::string, std::string> devices;               ///< a device's name, by its id
};

/// The file's rows that have a kernel. Throws Error(bad_input) where a row is not as the schema has
/// it.
ComparedResult compared_result(const Registry& registry, const ResultFile& file);

/// A row of one result or of both, and what became of it.
struct ComparedRow {
  std::vector<std::string> key;       ///< values of kComparedKey; the device's id is the earlier's
  std::optional<double> before, now;  ///< median seconds
  std::optional<Interval> ratio;      ///< now over before, where the samples tell
  std::string verdict;     ///< faster, same, slower, undecided, gone, new or what it is now
  std::string regression;  ///< its kind; empty for none
  std::string why;         ///< it is undecided, and what else tells the rows apart
};

/// The rows of the earlier result in their order, then those that are new. `threshold` is the
/// relative slowdown that counts.
std::vector<ComparedRow> compare_results(const ComparedResult& before, const ComparedResult& now,
                                         double threshold);

}  // namespace gputest

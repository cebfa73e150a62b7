// Compares each row of a result with an earlier one: for `gputest compare` and `gputest report`.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/results/result_file.hpp"
#include "common/measure/statistics.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// The default of the smallest relative change that counts.
constexpr double kCountedChange = 0.05;

/// The columns that identify a row in two results, in this order.
extern const std::vector<std::string> kComparedKey;  // device, kernel, …, problem

/// The rows of one file.
struct ComparedResult {
  std::map<std::vector<std::string>, ResultEntry> entries;  ///< by the values of kComparedKey
  std::map<std::string, std::string> devices;               ///< a device's name, by its id
};

/// The file's rows with kernels. Throws Error(bad_input) if a row does not follow the schema.
ComparedResult compared_result(const Registry& registry, const ResultFile& file);

/// A row of one or both results, and the verdict on it.
struct ComparedRow {
  std::vector<std::string> key;       ///< values of kComparedKey, with the earlier device id
  std::optional<double> before, now;  ///< median seconds
  std::optional<Interval> ratio;      ///< now over before, if there are enough samples
  std::string verdict;     ///< faster, same, slower, undecided, gone, new, or the new status
  std::string regression;  ///< its kind; empty for none
  std::string why;         ///< reason for "undecided", and other differences
};

/// The rows of the earlier result in their order, then the new rows. `threshold` is the smallest
/// relative slowdown that counts.
std::vector<ComparedRow> compare_results(const ComparedResult& before, const ComparedResult& now,
                                         double threshold);

}  // namespace gputest

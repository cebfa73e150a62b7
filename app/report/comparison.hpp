// Compares each row of a result with an earlier one: for `gputest compare` and `gputest report`.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/report/row_filter.hpp"
#include "app/results/result_file.hpp"
#include "common/measure/statistics.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// The default of the smallest relative change that counts.
constexpr double kCountedChange = 0.05;

/// The columns that identify a row in two results, in this order.
extern const std::vector<std::string> kComparedKey;  // device, kernel, …, problem

/// A device of a result. Old versions have no UUIDs and no PCI addresses.
struct ComparedDevice {
  std::string name, driver, uuid, pci_address;
};

/// A row's status and times, and its place among the file's rows, from 0.
struct ComparedEntry : ResultEntry {
  std::size_t place = 0;
};

/// The rows of one file.
struct ComparedResult {
  std::map<std::vector<std::string>, ComparedEntry> entries;  ///< by the values of kComparedKey
  std::map<std::string, ComparedDevice> devices;              ///< by id
};

/// The file's rows with kernels that fit the filter, if there is one. Throws Error(bad_input) if a
/// row does not follow the schema.
ComparedResult compared_result(const Registry& registry, const ResultFile& file,
                               RowFilter* filter = nullptr);

/// A device of the earlier result and one of the later result. Their rows are compared.
/// One of the ids is empty if the other result has no such device.
struct MatchedDevices {
  std::string before, now;
};

/// Matches the devices of each platform, because APIs number devices by the installed drivers: by
/// UUID; by name and PCI address; by id and name; by name, if only one has it; then by id.
std::vector<MatchedDevices> matched_devices(const ComparedResult& before,
                                            const ComparedResult& now);

/// Whether the two are surely different: by their UUIDs or, without these, their names.
bool are_different(const ComparedDevice& before, const ComparedDevice& now);

/// A row of one or both results, and the verdict on it.
struct ComparedRow {
  std::vector<std::string> key;       ///< values of kComparedKey, with the earlier device id
  std::optional<double> before, now;  ///< median seconds
  std::optional<Interval> ratio;      ///< now over before, if there are enough samples
  std::string verdict;     ///< faster, same, slower, undecided, gone, new, or the new status
  std::string regression;  ///< its kind; empty for none
  std::string why;         ///< reason for "undecided", and other differences
  bool is_in_both = false;
  std::optional<std::size_t> place;  ///< in the later result
};

/// The rows of the earlier result in their order, then the new rows. `threshold` is the smallest
/// relative slowdown that counts.
std::vector<ComparedRow> compare_results(const ComparedResult& before, const ComparedResult& now,
                                         double threshold);

}  // namespace gputest

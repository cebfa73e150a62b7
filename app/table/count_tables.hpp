// What launches did, as tables for people: docs/counting.md says what the columns mean.
#pragma once

#include <string>
#include <vector>

#include "app/command/table.hpp"
#include "app/results/run_report.hpp"
#include "common/core/launch_counts.hpp"

namespace gputest {

/// A launch with what it is called in the tables.
struct CountedCase {
  std::string name;
  const LaunchCounts* counts;
};

/// A row of a result that has counts, each called by what tells it from the others.
std::vector<CountedCase> counted_cases(const std::vector<ResultRow>& rows);

/// Instructions by unit; accesses to memory; those to LDS; atomics; what the kernels take of a GPU.
/// Those alone that have rows.
std::vector<Table> count_tables(const std::vector<CountedCase>& cases);

/// "12345" or, of large ones, "1.234 M".
std::string count_text(double count);

}  // namespace gputest

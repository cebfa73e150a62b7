// Counts of launches as tables for people; docs/counting.md explains the columns.
#pragma once

#include <string>
#include <vector>

#include "app/command/table.hpp"
#include "app/results/run_report.hpp"
#include "common/core/launch_counts.hpp"

namespace gputest {

/// A launch with its name in the tables.
struct CountedCase {
  std::string name;
  const LaunchCounts* counts;
};

/// The rows that have counts, named by the values that distinguish them.
std::vector<CountedCase> counted_cases(const std::vector<ResultRow>& rows);

/// Tables of instructions by unit, of accesses to memory, of accesses to LDS, of atomics, of the
/// kernels' resources; and, from a GPU's counters, of its busy parts, of caches and device memory,
/// and of waits. Tables without rows are left out.
std::vector<Table> count_tables(const std::vector<CountedCase>& cases);

/// The ranks of such a table's columns, or of a table of parts, for fitted().
std::vector<int> ranks_of_counts(const Table& table);

/// "12345" or, for large counts, "1.234 M".
std::string count_text(double count);

}  // namespace gputest

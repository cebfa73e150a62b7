// What turns show: by how much one row is faster than another.
#pragma once

#include <string>
#include <vector>

#include "app/command/table.hpp"
#include "app/results/run_report.hpp"

namespace gputest {

/// A row's speed over that of the reference in the same turns: the median of the turns' ratios, and
/// their range. With seven turns it contains the true ratio with a
/// probability of 98 %.
struct TurnRatio {
  double median = 0, low = 0, high = 0;
};

/// Both rows have the same number of turns.
TurnRatio turn_ratio(const ResultRow& row, const ResultRow& reference);

/// The row with the least median of its turns. All have turns.
const ResultRow& fastest_in_turns(const std::vector<const ResultRow*>& rows);

/// One table for each problem with turns: each row's speed over the reference's. The reference is
/// the baseline, or without one fastest_in_turns().
std::vector<Table> turn_tables(const Report& report);

/// One sentence for each problem with turns about rows that have none; empty if all have.
std::vector<std::string> rows_without_turns(const Report& report);

}  // namespace gputest

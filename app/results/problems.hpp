// Rows that solve the same problem, which may be compared.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/results/run_report.hpp"

namespace gputest {

/// The values that rows must share to solve the same problem: family, n, sizes, precision, and axes
/// of the problem. Options of the problem are the same in every row, because they come from the
/// command line.
std::vector<std::string> problem_of(const Report& report, const ResultRow& row);

/// The sizes of a task (`gputest judge`), several of which may have the same n; empty for other
/// families.
std::string sizes_of(const ResultRow& row);

/// The numbers of the timed rows of each problem, in the order of their first rows.
std::vector<std::vector<std::size_t>> rows_by_problem(const Report& report);

}  // namespace gputest

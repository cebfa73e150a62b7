// Finds the fastest row of a result, as far as its samples allow.
#pragma once

#include <string>
#include <vector>

#include "app/results/run_report.hpp"

namespace gputest {

/// One sentence for each problem (family, n, precision and values of problem axes) with several
/// timed rows. It names the row with the shortest time per launch, and by how much it is faster.
/// Rows are compared like in `gputest compare`. A row that is noisy, disturbed, throttled or has
/// too few samples is never named as the fastest; rows that the samples do not distinguish are
/// named together. A sweep has no such sentences, because its rows are compared with published
/// figures.
std::vector<std::string> fastest_lines(const Report& report);

/// The row's kernel, and those of device, layout, block and axes that vary among the rows.
std::string name_among(const ResultRow& row, const std::vector<const ResultRow*>& rows);

}  // namespace gputest

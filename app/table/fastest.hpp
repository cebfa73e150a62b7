// Which row of a result is the fastest, where its samples tell.
#pragma once

#include <string>
#include <vector>

#include "app/results/run_report.hpp"

namespace gputest {

/// A sentence for each problem, that is each family, n, precision and value of an axis of problems,
/// of which several rows have a speed: the row whose launch takes the least time, and by how much.
/// Rows are compared as `gputest compare` compares them. One that is noisy, disturbed, throttled or
/// has too few samples is never named as the fastest, and what the samples do not tell apart is
/// named together. None for a sweep, whose rows are compared with what was published.
std::vector<std::string> fastest_lines(const Report& report);

/// What tells that row from the others: its kernel, and of device, layout, block and axes what is
/// not alike in all of them.
std::string name_among(const ResultRow& row, const std::vector<const ResultRow*>& rows);

}  // namespace gputest

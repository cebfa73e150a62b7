// Rows of one problem, measured again in turns: the ratio of two rows is then known even if other
// work slows each of them.
#pragma once

#include <cstddef>
#include <functional>

#include "app/command/options.hpp"
#include "app/results/run_report.hpp"

namespace gputest {

/// Measures the case of that row again, briefly. Throws Error(interrupted).
using TakeTurn = std::function<ResultRow(std::size_t row)>;

/// Measures the timed rows of each problem that has several, in turns: each row once in a turn.
/// Sets their `turns` to the least time in each, because other work only adds time. Leaves out the
/// slowest rows if the turns would take too long. If a row fails in a turn, that row takes its
/// place. Returns false if it was interrupted; no row then has turns.
bool take_turns(Report& report, const TurnsWish& wish, const TakeTurn& take, bool quiet);

/// How a turn samples.
SamplingOptions sampling_of_turn();

}  // namespace gputest

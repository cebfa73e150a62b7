// Runs cases one after another and makes their rows: common to a run and a sweep.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "app/results/run_report.hpp"
#include "app/run/selection.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// A row that identifies its case and, if it does not run, gives the reason.
ResultRow bare_row(const Registry& registry, const Case& c);

/// The row of an API that is absent.
ResultRow unavailable_row(const Unavailable& absence);

/// Runs the case of that number; `bare` is its bare row. Errors are stored in the row. Throws
/// Error(interrupted).
using RunCase = std::function<ResultRow(std::size_t number, const ResultRow& bare)>;
/// Called with the row of each case when it is complete.
using KeepRow = std::function<void(std::size_t number, ResultRow row)>;

/// Runs the cases in order and shows the progress unless `quiet`. Returns false if it was
/// interrupted. A case that does not run keeps its bare row.
bool run_each(const Registry& registry, const std::vector<Case>& cases, const RunCase& run,
              const KeepRow& keep, bool quiet = false);

/// Prints the compiler's log of a row with a kernel that does not build.
void print_build_log(const ResultRow& row);

/// Prints one line about failed cases, because the rows may not be visible.
void explain_failures(const Report& report);

}  // namespace gputest

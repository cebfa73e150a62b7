// From cases to rows, one after another: what a run and a sweep share.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "app/results/run_report.hpp"
#include "app/run/selection.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// A row that says which case it is, and why it does not run where it does not.
ResultRow bare_row(const Registry& registry, const Case& c);

/// The row of an API that is absent.
ResultRow unavailable_row(const Unavailable& absence);

/// Runs the case of that number, of which `bare` is the bare row. What goes wrong is the row's
/// error. Throws Error(interrupted).
using RunCase = std::function<ResultRow(std::size_t number, const ResultRow& bare)>;
/// Called with the row of each case once it is there.
using KeepRow = std::function<void(std::size_t number, ResultRow row)>;

/// Runs the cases one by one, in their order, and shows which; false where it was interrupted.
/// A case that does not run has its bare row. Where `quiet`, it is not shown which case runs.
bool run_each(const Registry& registry, const std::vector<Case>& cases, const RunCase& run,
              const KeepRow& keep, bool quiet = false);

/// What the compiler said of a row whose kernel does not build.
void print_build_log(const ResultRow& row);

/// One line for those who do not see the rows, or do not look for the one that failed.
void explain_failures(const Report& report);

}  // namespace gputest

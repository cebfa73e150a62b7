// The results of a run, and the printers that show them.
#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/command/options.hpp"
#include "app/command/text_style.hpp"
#include "app/results/price_file.hpp"
#include "common/run/result.hpp"

namespace gputest {

struct RowColumn;

/// Describes a run that a signal ended before all of its cases had finished.
struct Interruption {
  std::size_t finished = 0, cases = 0;
};

/// "interrupted after 2 of 300 cases".
std::string sentence(const Interruption& interruption);

/// Everything that a run prints.
struct Report {
  std::vector<std::string> argv;
  std::vector<ResultRow> rows;
  std::string baseline;                ///< "api:kernel" or "api:kernel:layout"; empty: none
  std::set<std::string> problem_axes;  ///< those of Axis::is_problem
  PriceList prices;
  std::vector<const RowColumn*> columns;  ///< additional columns of the table (--columns)
  bool shows_plans = false;
  bool wants_counts = false;
  bool draws_accesses = false;
  std::optional<Interruption> interruption;
  nlohmann::ordered_json sweep;  ///< the element "sweep" of the result; null: not a sweep
  std::string judge = {};        ///< JSON of the element "judge"; empty: none
};

/// A row's rate divided by that of its baseline row. The baseline row has the baseline's kernel and
/// layout (the default one if none is named) and the same n and precision. If there are
/// several such rows, it is the one most similar to the row: by the axes of the problem, then other
/// axes, then the block; then the first. None if either has no rate, or if the baseline's is
/// doubtful.
std::optional<double> rate_over_baseline(const Report& report, const ResultRow& row);

/// Whether the row is a baseline: it has the baseline's kernel and layout, with any n and
/// precision.
bool is_baseline_row(const Report& report, const ResultRow& row);

/// One sentence for each baseline row that is doubtful and has no turns.
std::vector<std::string> doubtful_baselines(const Report& report);

/// The row's rate divided by its device's price; none without a rate or a price.
std::optional<double> rate_per_price(const Report& report, const ResultRow& row);

/// The report's baseline with its API; empty if there is none. The API may be left out if only one
/// API has such a row that runs. Throws Error(usage) if no row fits, with similar names, or rows of
/// several APIs. `kernels` are the names of all kernels.
std::string full_baseline(const Report& report, const std::vector<std::string>& kernels);

/// Prints the whole result as a table for people; app/table/run_table.hpp prints rows as they come.
void print_table(std::ostream& out, const Report& report, const TextStyle& style);
/// Prints a Markdown table.
void print_markdown(std::ostream& out, const Report& report);
/// Prints comma-separated values, one line per row.
void print_csv(std::ostream& out, const Report& report);
/// Prints JSON as described in app/results/result.schema.json.
void print_json(std::ostream& out, const Report& report);
/// Prints JUnit XML for CI servers: a test case per row, with the seconds of a launch as its time.
void print_junit_of_rows(std::ostream& out, const Report& report);
/// A row as an element of "results", with its ratio to the baseline and its device's price.
nlohmann::ordered_json to_json(const Report& report, const ResultRow& row);
/// Prints in that format.
void print(std::ostream& out, const Report& report, OutputFormat format, const TextStyle& style);

/// The values of the family's axes: "list=csr newton3=on".
std::string axes_of(const Configuration& configuration);

/// The command's exit status: wrong results take precedence over other errors.
Status exit_status(const Report& report);

}  // namespace gputest
